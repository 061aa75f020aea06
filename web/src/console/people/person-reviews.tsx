import type { AdminReview } from '@tendwell/contract/console/people'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatDate } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { usePersonReviewsQuery } from '../common/records/records-api.ts'

const pageSize = 10

const getColumns = (personId: number): readonly Column<AdminReview>[] => [
  {
    id: 'other',
    header: 'With',
    isTitle: true,
    cell: ({ caregiver, family }) => <PersonLink person={caregiver.id === personId ? family : caregiver} />,
  },
  {
    id: 'booking',
    header: 'Booking',
    cell: (row) => <BookingLink id={row.request_id} label={`#${row.request_id}`} />,
  },
  { id: 'rating', header: 'Rating', isNumeric: true, cell: ({ rating }) => `${rating}/5` },
  {
    id: 'comment',
    header: 'Comment',
    cell: ({ comment, reply, is_hidden: isHidden }) => (
      <span className="wrap-anywhere">
        {comment || '–'}
        {reply && <span className="block text-13 text-ink-soft">{`Answer: ${reply}`}</span>}
        {isHidden && <span className="block text-13 text-ink-soft">Hidden from families</span>}
      </span>
    ),
  },
  { id: 'date', header: 'Date', cell: (row) => formatDate(row.created_at) },
]

/** The reviews that a family wrote or a caregiver received. */
export function PersonReviews({ personId }: { personId: number }) {
  const list = usePagedQuery(
    usePersonReviewsQuery,
    { id: personId, page_size: pageSize },
    { pageSize, pageKey: 'reviews_page', ...polling },
  )
  return (
    <Panel title="Reviews">
      <ListTable
        label="Reviews"
        list={list}
        columns={getColumns(personId)}
        failure="Failed to load reviews"
        empty={<p className="text-ink-soft">No reviews yet</p>}
      />
    </Panel>
  )
}
