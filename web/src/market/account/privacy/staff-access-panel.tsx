import { DOCUMENT_NAMES } from '@tendwell/contract/profiles/document-names'
import { ACCESS_REASON_NAMES, type StaffAccess } from '@tendwell/contract/staff/staff-access'
import { Eye } from 'lucide-react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { disputeLabel } from '../../../shared/disputes/dispute-label.ts'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { useStaffAccessQuery } from './own-data-api.ts'

const pageSize = 5

/** What staff opened of the user's data, newest first. @see docs/rules/own-data.md#what-staff-opened */
export function StaffAccessPanel() {
  const list = usePagedQuery(
    useStaffAccessQuery,
    { page_size: pageSize },
    { pageSize, pageKey: 'access_page' },
  )
  return (
    <ListPanel
      title="When support looked"
      lead={`Each time someone at ${PRODUCT_NAME} opens your contact details, address, children, papers, disputes or messages, it’s listed here.`}
      label="Openings"
      list={list}
      failure="Failed to load what was opened"
      empty={<p className="text-ink-soft">No one has opened anything yet.</p>}
    >
      {(openings) => (
        <ul aria-label="Openings" className="divide-y divide-line">
          {openings.map((opening) => (
            <Opening key={opening.id} opening={opening} />
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

function Opening({ opening }: { opening: StaffAccess }) {
  const { at, reason } = opening
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Eye className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.5} />
      <div className="min-w-0">
        <p>
          {`${PRODUCT_NAME} support opened ${describe(opening)} on `}
          <time dateTime={at} className="whitespace-nowrap">
            {formatInstant(at)}
          </time>
        </p>
        {reason && <p className="text-ink-soft">{`Reason: ${ACCESS_REASON_NAMES[reason].toLowerCase()}`}</p>}
      </div>
    </li>
  )
}

function describe({
  what,
  document,
  reason,
  request_id: requestId,
  dispute_id: disputeId,
}: StaffAccess): string {
  switch (what) {
    case 'contact':
      return 'your contact details'
    case 'visit':
      return requestId === null
        ? 'the details of a visit'
        : `the children, address and note of booking #${requestId}`
    case 'messages':
      if (requestId !== null) return `the messages of booking #${requestId}`
      return reason === 'safety'
        ? 'the messages of a booking'
        : 'a message that was reported, or those around it'
    case 'document':
      return document ? DOCUMENT_NAMES[document] : 'a document of yours'
    case 'background_check':
      return 'the date of birth of your background check'
    case 'evidence':
      return 'a file that you added to a dispute'
    case 'dispute':
      return disputeId === null ? 'a dispute of yours' : `dispute ${disputeLabel(disputeId)}`
  }
}
