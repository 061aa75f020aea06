import { MEETING_WAY_LABELS } from '@tendwell/contract/bookings/meetings'
import type { AdminMeeting } from '@tendwell/contract/console/people'
import { MINUTE_MS } from '@tendwell/contract/time'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatInstant } from '../../lib/format/format.ts'
import { toInterval } from '../../lib/format/instants.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { getMeetingStatus } from '../../shared/visits/meeting-status.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { usePersonMeetingsQuery } from '../common/records/records-api.ts'

const pageSize = 10

/** The other side is shown, because this one is the record's person. */
const getColumns = (personId: number): readonly Column<AdminMeeting>[] => [
  {
    id: 'with',
    header: 'With',
    isTitle: true,
    cell: ({ caregiver, family }) => <PersonLink person={caregiver.id === personId ? family : caregiver} />,
  },
  { id: 'when', header: 'When', cell: describeTime },
  { id: 'way', header: 'How', cell: ({ way, place }) => withMasked(MEETING_WAY_LABELS[way], place) },
  { id: 'note', header: 'Note', cell: ({ note }) => note || '–' },
  { id: 'status', header: 'Status', cell: (row) => <StatusPill status={getMeetingStatus(row)} /> },
]

/** `Dec 1, 2026, 9:00 AM, 30 minutes`. */
function describeTime(meeting: AdminMeeting): string {
  const { startMs, endMs } = toInterval(meeting)
  return `${formatInstant(meeting.start_utc)}, ${(endMs - startMs) / MINUTE_MS} minutes`
}

const withMasked = (label: string, place: string) => (place ? `${label}, ${place}` : label)

/** A person's free meetings, on either side, for support and admins. */
export function PersonMeetings({ personId }: { personId: number }) {
  const list = usePagedQuery(
    usePersonMeetingsQuery,
    { id: personId, page_size: pageSize },
    { pageSize, pageKey: 'meetings_page', ...polling },
  )
  return (
    <Panel title="Meetings" lead="Free meetings before a booking.">
      <ListTable
        label="Meetings"
        list={list}
        columns={getColumns(personId)}
        failure="Failed to load meetings"
        empty={<p className="text-ink-soft">No meetings yet</p>}
      />
    </Panel>
  )
}
