import type { CaregiverDocument } from '@tendwell/contract/console/people'
import { formatInstant } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { describeExpiry, documentLabels, toCheckStatus } from '../common/records/documents.ts'

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
          {document.renewal && (
            <span className="flex w-full flex-wrap items-center justify-between gap-3 border-l-2 border-gold pl-4">
              <span className="min-w-0">
                <StatusPill status="document_renewed" />
                <span className="mt-0.5 block text-13 wrap-anywhere text-ink-soft">
                  {document.renewal.name} · {formatInstant(document.renewal.uploaded_at)}
                </span>
              </span>
              <FileLink
                address={document.renewal.url}
                label="View"
                of={`new ${documentLabels[document.kind]}`}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Until when a document is valid, or why a new one is needed. */
function CheckNote({ check }: Pick<CaregiverDocument, 'check'>) {
  const texts = [check?.reason, describeExpiry(check)].filter(Boolean)
  return texts.map((text) => (
    <p key={text} className="text-13 wrap-anywhere">
      {text}
    </p>
  ))
}
