import type { AdminDispute } from '@tendwell/contract/console/disputes'
import type { PersonRecord } from '@tendwell/contract/console/people'
import type { AdminRequest } from '@tendwell/contract/console/users'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { formatDate, formatMoney } from '../../lib/format/format.ts'
import { disputeLabel } from '../../shared/disputes/dispute-label.ts'
import { paths } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAdminDisputesQuery } from '../common/disputes/dispute-list-api.ts'
import { ListTable } from '../common/lists/list-screen.tsx'
import { BookingLink, PersonLink, RecordLink } from '../common/lists/record-links.tsx'
import { polling } from '../common/polling.ts'
import { getPersonColumns, useOpenReport } from '../common/reports/report-table.tsx'
import { useAdminReportsQuery } from '../common/reports/reports-api.ts'
import { formatDates } from '../common/requests/care-dates.ts'
import { getRequestStatus } from '../common/requests/request-status.ts'
import { useAdminRequestsQuery } from '../common/requests/requests-api.ts'

const pageSize = 10
const tabs = ['bookings', 'disputes'] as const

/** The other side is shown, because this one is the record's person. */
const getBookingColumns = (personId: number): readonly Column<AdminRequest>[] => [
  { id: 'id', header: 'Booking', isTitle: true, cell: ({ id }) => <BookingLink id={id} label={`#${id}`} /> },
  { id: 'with', header: 'With', cell: (row) => <PersonLink person={getOtherSide(row, personId)} /> },
  { id: 'care', header: 'Care', cell: formatDates },
  { id: 'total', header: 'Total', isNumeric: true, cell: (row) => formatMoney(row.total_price_usd) },
  { id: 'status', header: 'Status', cell: (row) => <StatusPill status={getRequestStatus(row)} /> },
]

function getOtherSide(row: AdminRequest, personId: number) {
  if (row.caregiver_id === personId) return { id: row.caretaker_id, name: row.caretaker_name }
  return { id: row.caregiver_id, name: row.caregiver_name }
}

const disputeColumns: readonly Column<AdminDispute>[] = [
  {
    id: 'id',
    header: 'Dispute',
    isTitle: true,
    cell: ({ id }) => <RecordLink to={paths.adminDispute(id)}>{disputeLabel(id)}</RecordLink>,
  },
  { id: 'booking', header: 'Booking', cell: ({ booking_id: id }) => <BookingLink id={id} /> },
  { id: 'opened', header: 'Opened', cell: ({ opened_at: at }) => formatDate(at) },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
]

/** A person's bookings, on either side, for finance staff. */
export function PersonBookings({ personId }: { personId: number }) {
  return (
    <Panel title="Bookings">
      <Bookings personId={personId} />
    </Panel>
  )
}

/** A person's bookings and disputes, on either side. */
export function PersonLists({ person: { id, counts } }: { person: PersonRecord }) {
  const { filters, change } = useUrlFilters(readTab, ['bookings_page', 'disputes_page'])
  return (
    <Panel title="Bookings and disputes">
      <Tabs
        label="Bookings and disputes"
        selected={filters.tab}
        onSelect={(tab) => change({ tab })}
        items={[
          { id: 'bookings', label: 'Bookings', count: counts.requests, content: <Bookings personId={id} /> },
          { id: 'disputes', label: 'Disputes', count: counts.disputes, content: <Disputes personId={id} /> },
        ]}
      />
    </Panel>
  )
}

/** The reports by and about a person. */
export function PersonReports({ person: { id } }: { person: PersonRecord }) {
  const columns = getPersonColumns(id)
  const openReport = useOpenReport()
  const list = usePagedQuery(
    useAdminReportsQuery,
    { person_id: id, page_size: pageSize },
    { pageSize, pageKey: 'reports_page', ...polling },
  )
  return (
    <Panel title="Reports" lead="By this person and about them.">
      <ListTable
        label="Reports"
        list={list}
        columns={columns}
        failure="Failed to load reports"
        empty={<p className="text-ink-soft">No reports.</p>}
        onRowClick={openReport}
        isWide
      />
    </Panel>
  )
}

function readTab(params: URLSearchParams): { tab: (typeof tabs)[number] } {
  return { tab: tabs.find((tab) => tab === params.get('tab')) ?? 'bookings' }
}

function Bookings({ personId }: { personId: number }) {
  const list = usePagedQuery(
    useAdminRequestsQuery,
    { person_id: personId, page_size: pageSize },
    { pageSize, pageKey: 'bookings_page', ...polling },
  )
  return (
    <ListTable
      label="Bookings"
      list={list}
      columns={getBookingColumns(personId)}
      failure="Failed to load bookings"
      empty={<p className="text-ink-soft">No bookings yet.</p>}
    />
  )
}

function Disputes({ personId }: { personId: number }) {
  const list = usePagedQuery(
    useAdminDisputesQuery,
    { person_id: personId, page_size: pageSize },
    { pageSize, pageKey: 'disputes_page', ...polling },
  )
  return (
    <ListTable
      label="Disputes"
      list={list}
      columns={disputeColumns}
      failure="Failed to load disputes"
      empty={<p className="text-ink-soft">No disputes.</p>}
    />
  )
}
