import { DOCUMENT_KINDS, type DocumentKind } from '@tendwell/contract/console/documents'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { now } from '../../lib/format/clock.ts'
import { formatList } from '../../lib/format/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyLetterbox } from '../../ui/scenes/empty-letterbox.tsx'
import type { CaregiverRecord } from '../common/decisions/person-decisions.tsx'
import { documentLabels } from '../common/records/documents.ts'
import { DocumentCheck } from './document-check.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import type { PaperDrafts } from './paper-fields.tsx'
import { Renewal } from './renewal.tsx'

const MARGIN_MS = 60_000

/** Asks for new links a minute before the first of these ends. */
function useFreshLinks(urls: readonly (string | null)[], renew: () => unknown): void {
  const ends = urls.map((url) => Number(new URLSearchParams(url?.split('?')[1]).get('expires')) * 1_000)
  const first = Math.min(...ends.filter((end) => end > 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the links counts
  useEffect(() => {
    if (!Number.isFinite(first)) return
    const timer = setTimeout(renew, Math.max(0, first - now() - MARGIN_MS))
    return () => clearTimeout(timer)
  }, [first])
}

interface DocumentsPanelProps {
  person: CaregiverRecord
  /** Loads the record again, with new links. */
  reload: () => Promise<CaregiverRecord['caregiver'] | null | undefined>
}

/** The name of the shown document in the URL. */
const readDocument = (params: URLSearchParams): { document: DocumentKind | '' } => ({
  document: DOCUMENT_KINDS.find((kind) => kind === params.get('document')) ?? '',
})

/** A caregiver's documents, one at a time, with the check of each. */
export function DocumentsPanel({ person, reload }: DocumentsPanelProps) {
  const { documents } = person.caregiver
  const { filters, change } = useUrlFilters(readDocument, [])
  useFreshLinks(
    documents.flatMap(({ url, renewal }) => [url, renewal?.url ?? null]),
    reload,
  )
  const [drafts] = useState<PaperDrafts>(() => new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const index = Math.max(
    0,
    documents.findIndex(({ kind }) => kind === filters.document),
  )
  const shown = documents[index]
  if (!shown) {
    return (
      <Panel title="Documents">
        <EmptyState
          title="No documents uploaded"
          hint={`${person.full_name} has uploaded nothing yet.`}
          scene={<EmptyLetterbox />}
        />
      </Panel>
    )
  }
  const goTo = (next: number) => {
    const document = documents[next]
    return document ? () => change({ document: document.kind }) : null
  }
  const renew = async (fileId: string) => {
    const renewed = await reload()
    const files = renewed?.documents.flatMap(({ renewal, ...file }) => (renewal ? [file, renewal] : [file]))
    return files?.find((file) => file.file_id === fileId)?.url ?? null
  }
  const missing = DOCUMENT_KINDS.filter((kind) => !documents.some((document) => document.kind === kind))
  return (
    <Panel
      title="Documents"
      lead={
        missing.length > 0 &&
        `Not uploaded: ${formatList(missing.map((kind) => documentLabels[kind].replace(',', '')))}.`
      }
    >
      <DocumentLinks kinds={documents.map(({ kind }) => kind)} shown={shown.kind} />
      {shown.renewal ? (
        <Renewal
          key={shown.renewal.file_id}
          person={person}
          document={shown}
          renewal={shown.renewal}
          renew={renew}
          drafts={drafts}
        />
      ) : (
        <>
          <DocumentViewer
            document={shown}
            label={`${documentLabels[shown.kind]} of ${person.full_name}`}
            renew={renew}
            onOpen={(fileId) => setOpened((ids) => new Set(ids).add(fileId))}
            turn={{ onPrevious: goTo(index - 1), onNext: goTo(index + 1) }}
          />
          <DocumentCheck
            key={shown.file_id}
            caregiver={person}
            document={shown}
            drafts={drafts}
            isOpened={opened.has(shown.file_id)}
          />
        </>
      )}
    </Panel>
  )
}

function DocumentLinks({ kinds, shown }: { kinds: readonly DocumentKind[]; shown: DocumentKind }) {
  const [params] = useSearchParams()
  const linkTo = (kind: DocumentKind) => {
    const next = new URLSearchParams(params)
    next.set('document', kind)
    return { search: `?${next}` }
  }
  return (
    <nav aria-label="Documents">
      <ul className="mb-4 flex flex-wrap gap-x-6 border-b border-line px-0.5">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link
              to={linkTo(kind)}
              replace
              preventScrollReset
              aria-current={kind === shown}
              className="-mb-px flex min-h-11 items-center border-b-2 border-transparent font-semibold text-ink-soft transition-colors hover:text-ink aria-[current=true]:border-gold aria-[current=true]:text-ink"
            >
              {documentLabels[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
