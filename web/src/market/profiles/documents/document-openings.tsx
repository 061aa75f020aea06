import { DOCUMENT_NAMES } from '@tendwell/contract/profiles/document-names'
import type { DocumentOpening } from '@tendwell/contract/profiles/profiles'
import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import { Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { useDocumentOpeningsQuery } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const ALL_PAGE_SIZE = 20

/** When staff opened the caregiver's documents, newest first. */
export function DocumentOpenings() {
  const [isAll, setAll] = useState(false)
  const pageSize = isAll ? ALL_PAGE_SIZE : LIST_PAGE_SIZES.documentOpenings
  const section = useRef<HTMLElement>(null)
  // The button goes away, so the section takes its focus.
  const showAll = () => {
    setAll(true)
    section.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="document-openings"
      className="border-t border-line pt-6 outline-none"
    >
      <h3 id="document-openings" className="font-sans font-semibold tracking-normal">
        When your documents were opened
      </h3>
      <p className="mt-1 mb-3 text-ink-soft">
        {`Each time someone at ${PRODUCT_NAME} opens one of your documents, it’s listed here.`}
      </p>
      <Openings key={pageSize} pageSize={pageSize} isAll={isAll} showAll={showAll} />
    </section>
  )
}

interface OpeningsProps {
  pageSize: number
  isAll: boolean
  showAll: () => void
}

function Openings({ pageSize, isAll, showAll }: OpeningsProps) {
  const list = usePagedQuery(
    useDocumentOpeningsQuery,
    { page_size: pageSize },
    // The short list has no second page.
    { pageSize, pageKey: 'openings_page', ...(!isAll && { maxRows: pageSize }) },
  )
  const hidden = list.count - pageSize
  return (
    <>
      <ListBody
        label="Openings"
        list={list}
        failure="Failed to load when your documents were opened"
        empty={<p className="min-h-11 text-ink-soft">No one has opened them yet.</p>}
        skeleton={<Skeleton className="h-11 w-full" />}
      >
        {(openings) => (
          <ul aria-label="Openings" className="divide-y divide-line">
            {openings.map((opening) => (
              <Opening key={opening.id} opening={opening} />
            ))}
          </ul>
        )}
      </ListBody>
      {!isAll && hidden > 0 && (
        <Button variant="secondary" size="small" onPress={showAll} className="mt-3">
          {`Show all ${list.count}`}
        </Button>
      )}
    </>
  )
}

function Opening({ opening: { document, opened_at: at } }: { opening: DocumentOpening }) {
  const name = DOCUMENT_NAMES[document]
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Eye className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.5} />
      <p>
        {`${name.charAt(0).toUpperCase()}${name.slice(1)} was opened by ${PRODUCT_NAME} staff on `}
        <time dateTime={at} className="whitespace-nowrap">
          {formatInstant(at)}
        </time>
      </p>
    </li>
  )
}
