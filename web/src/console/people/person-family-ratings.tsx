import type { AdminFamilyRating, FamilyPattern } from '@tendwell/contract/reviews/family-ratings'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatDate, formatList } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RetryNote } from '../../ui/retry-note.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { describePattern } from '../common/reports/family-patterns.tsx'
import {
  useFamilyPatternsQuery,
  useLookAtFamilyMutation,
  usePersonFamilyRatingsQuery,
} from '../common/reports/family-ratings-api.ts'

const pageSize = 10

const columns: readonly Column<AdminFamilyRating>[] = [
  {
    id: 'by',
    header: 'Caregiver',
    isTitle: true,
    cell: ({ caregiver }) => <PersonLink person={caregiver} />,
  },
  {
    id: 'booking',
    header: 'Booking',
    cell: ({ booking_id: id }) => <BookingLink id={id} label={`#${id}`} />,
  },
  { id: 'answers', header: 'Answers', cell: describeAnswers },
  { id: 'note', header: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note || '–'}</span> },
  { id: 'date', header: 'Date', cell: ({ created_at: at }) => formatDate(at) },
]

/** `All fine`, `Not safe and not kind`. */
function describeAnswers({ as_described: asDescribed, safe, kind }: AdminFamilyRating): string {
  const noes = [!asDescribed && 'not as described', !safe && 'not safe', !kind && 'not kind'].filter(
    (no) => no !== false,
  )
  const text = formatList(noes)
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : 'All fine'
}

/**
 * What caregivers said of a family after visits, for support and admins.
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function PersonFamilyRatings({ personId }: { personId: number }) {
  const patterns = useFamilyPatternsQuery(undefined, polling)
  const pattern = patterns.currentData?.find(({ person_id }) => person_id === personId)
  const list = usePagedQuery(
    usePersonFamilyRatingsQuery,
    { id: personId, page_size: pageSize },
    { pageSize, pageKey: 'family_ratings_page', ...polling },
  )
  return (
    <Panel
      title="What caregivers said"
      lead={`Answers after visits, for our team only.${pattern ? ` ${describePattern(pattern)}` : ''}`}
      actions={pattern && <LookedAtButton pattern={pattern} />}
    >
      <RetryNote query={patterns} failure="Failed to load whether they need a look" className="mb-4" />
      <ListTable
        label="What caregivers said"
        list={list}
        columns={columns}
        failure="Failed to load what caregivers said"
        empty={<p className="text-ink-soft">No answers yet</p>}
      />
    </Panel>
  )
}

function LookedAtButton({ pattern }: { pattern: FamilyPattern }) {
  const [lookAt] = useLookAtFamilyMutation()
  const { run, isPending } = useAction({
    send: async () => {
      const body = { last_id: pattern.last_id }
      return (await lookAt({ personId: pattern.person_id, body }).unwrap()).message
    },
    success: (message) => message,
    failure: 'Failed to mark as looked at',
    toasts: threeSecondToast,
  })
  return (
    <Button size="small" variant="secondary" onPress={() => void run(undefined)} isPending={isPending}>
      Mark as looked at
    </Button>
  )
}
