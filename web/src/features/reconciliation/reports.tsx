import type {
  DifferenceKind,
  Reconciliation,
  ReconciliationDifference,
} from '@tendwell/contract/reconciliation'
import { messageOf } from '../../lib/errors.ts'
import { formatInstant, formatMoney, plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useReconciliationsQuery } from './api.ts'

const pageSize = 10

const kindWords: Record<DifferenceKind, string> = {
  missing_here: 'Missing in our books',
  missing_at_provider: 'Missing at the provider',
  amount_differs: 'Another amount',
  status_differs: 'Another status',
  ledger_broken: 'Our books do not add up',
}

const columns: Column<Reconciliation>[] = [
  { id: 'report', header: 'Report', isTitle: true, cell: (report) => `#${report.id}` },
  { id: 'made', header: 'Made', cell: (report) => formatInstant(report.created_at) },
  {
    id: 'period',
    header: 'Compared',
    cell: (report) => (
      <span>
        {plural(report.compared, 'movement')}
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
  if (count === 0) return <StatusPill status="verified" word="All agree" />
  return (
    <details className="group max-md:w-full">
      <summary className="inline-flex min-h-11 items-center gap-2">
        <StatusPill status="failed" word={plural(count, 'difference')} />
        <span className="font-medium text-forest group-open:hidden">Show</span>
        <span className="hidden font-medium text-forest group-open:inline">Hide</span>
      </summary>
      <ul className="flex flex-col gap-3 py-2 text-left">
        {differences.map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and two of its lines may be alike
          <li key={index}>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
      {count > differences.length && (
        <p className="text-13 text-ink-soft">{`The first ${differences.length} are shown.`}</p>
      )}
    </details>
  )
}

function Difference({ difference }: { difference: ReconciliationDifference }) {
  const { kind, reference, ours_usd, provider_usd, detail } = difference
  return (
    <>
      <span className="font-semibold">{kindWords[kind]}</span>{' '}
      <span className="tabular break-all text-ink-soft">{reference}</span>
      <span className="block">{detail}</span>
      {(ours_usd !== null || provider_usd !== null) && (
        <span className="tabular block text-13 text-ink-soft">
          {`Ours ${amount(ours_usd)}, the provider’s ${amount(provider_usd)}`}
        </span>
      )}
    </>
  )
}

function amount(usd: number | null): string {
  return usd === null ? 'none' : formatMoney(usd)
}

/** The daily comparisons of our books with the payment provider's, newest first. */
export function ReconciliationReports() {
  const { page, setPage, learn } = usePage(pageSize)
  const { data, currentData, error, isLoading, isError, isFetching, refetch } = useReconciliationsQuery(
    { page },
    { refetchOnMountOrArgChange: true },
  )
  learn(currentData?.count)
  return (
    <Panel
      title="Daily reports"
      lead="Every day the ledger is compared with the payment provider. You are told of each difference."
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={5} />}
      error={
        isError &&
        !currentData && {
          title: 'Failed to load reports',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={
        data?.count === 0 && (
          <EmptyState
            title="No reports yet"
            hint="The first comparison runs within a day of the start."
            action={
              <Button variant="secondary" onPress={refetch} isPending={isFetching}>
                Check again
              </Button>
            }
          />
        )
      }
    >
      <DataTable
        caption="Daily reports"
        columns={columns}
        rows={data?.results ?? []}
        rowId={(report) => report.id}
      />
      <Pagination
        label="Daily reports"
        page={page}
        pageSize={pageSize}
        count={data?.count ?? 0}
        onPage={setPage}
      />
    </Panel>
  )
}
