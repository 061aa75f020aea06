import type { CaregiverDocument } from '@tendwell/contract/admin-people'
import { formatInstant } from '../../../../lib/format.ts'
import { FileLink } from '../../../../ui/file-link.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { describeExpiry, documentLabels, toCheckStatus } from '../../documents.ts'

/** A caregiver's documents, each with its last check. */
export function DocumentList({ documents }: { documents: readonly CaregiverDocument[] }) {
  if (documents.length === 0) return <p className="text-ink-soft">No documents uploaded.</p>
  return (
    <ul className="divide-y divide-line">
      {documents.map((document) => (
        <li
          key={document.kind}
          className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
              {documentLabels[document.kind]}
              <StatusPill status={toCheckStatus(document.check)} />
            </p>
            <p className="mt-0.5 text-13 wrap-anywhere text-ink-soft">
              {document.name} · {formatInstant(document.uploaded_at)}
            </p>
            <CheckNote check={document.check} />
          </div>
          <FileLink address={document.url} label="View" of={documentLabels[document.kind]} />
        </li>
      ))}
    </ul>
  )
}

/** Until when a document is valid, or why a new one is needed. */
function CheckNote({ check }: Pick<CaregiverDocument, 'check'>) {
  const text = check?.reason || describeExpiry(check)
  return text && <p className="text-13 wrap-anywhere">{text}</p>
}
