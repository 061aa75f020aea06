import {
  DIFFERENCE_KIND_LABELS,
  type Reconciliation,
  type ReconciliationDifference,
} from '@tendwell/contract/payments/reconciliation'
import { formatInstant, plural } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { formatAmounts } from './difference-text.ts'
import { useReconciliationsQuery } from './reconciliation-api.ts'

const columns: Column<Reconciliation>[] = [
  { id: 'report', header: 'Report', isTitle: true, cell: (report) => `#${report.id}` },
  { id: 'created', header: 'Created', cell: (report) => <Instant at={report.created_at} /> },
  {
    id: 'period',
    header: 'Compared',
    cell: (report) => (
      <span>
        {plural(report.compared, 'transaction')}
        <span className="block text-13 text-ink-soft">
          {`${formatInstant(report.from)} to ${formatInstant(report.until)}`}
        </span>
      </span>
    ),
  },
  { id: 'provider', header: 'Provider', cell: (report) => report.provider },
  { id: 'outcome', header: 'Outcome', cell: (report) => <Outcome report={report} /> },
]

function Outcome({ report }: { report: Reconciliation }) {
  const { difference_count: count, differences } = report
  if (count === 0) return <StatusPill status="verified" word="No differences" />
  return (
    <details className="group max-md:w-full">
      <summary className="inline-flex min-h-11 items-center gap-2">
        <StatusPill status="failed" word={plural(count, 'difference')} />
        <span className="font-medium text-forest group-open:hidden">Show</span>
        <span className="hidden font-medium text-forest group-open:inline">Hide</span>
      </summary>
      <ul className="flex flex-col gap-3 py-2 text-left">
        {differences.map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two of its differences may be equal
          <li key={index}>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {count > differences.length && (
        <p className="text-13 text-ink-soft">{`Showing the first ${differences.length}.`}</p>
      )}
    </details>
  )
}

function Difference({ difference }: { difference: ReconciliationDifference }) {
  const { kind, reference, ours_usd, provider_usd, detail } = difference
  const amounts = formatAmounts(ours_usd, provider_usd)
  return (
    <>
      <span className="font-semibold">{DIFFERENCE_KIND_LABELS[kind]}</span>{' '}
      <span className="tabular break-all text-ink-soft">{reference}</span>
      <span className="block">{detail}</span>
      {amounts && <span className="tabular block text-13 text-ink-soft">{amounts}</span>}
    </>
  )
}

/** The daily comparisons of our ledger with the payment provider, newest first. */
export function ReconciliationReports() {
  const shown = useListScreen({
    useListQuery: useReconciliationsQuery,
    pageSize: 10,
    columns,
    options: { refetchOnMountOrArgChange: true },
  })
  const { refetch, isFetching } = shown.list
  return (
    <ListScreen
      shown={shown}
      title="Daily reports"
      lead="We compare the ledger with the payment provider every day and notify you of any differences."
      exported="reconciliation"
      failure="Failed to load reports"
      empty={
        <EmptyState
          title="No reports yet"
          hint="The first report will appear within a day."
          action={
            <Button variant="secondary" onPress={refetch} isPending={isFetching}>
              Check again
            </Button>
          }
        />
      }
    />
  )
}
