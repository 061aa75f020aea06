import { DIFFERENCE_KIND_LABELS, type Difference } from '@tendwell/contract/payments/reconciliation'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { formatInstant, plural } from '../../lib/format/format.ts'
import { paths, withQuery } from '../../shared/routes/paths.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, TableSkeleton } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Page } from '../../ui/page.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { NothingMatches } from '../common/lists/nothing-matches.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { formatAmounts } from './difference-text.ts'
import { useDifferencesQuery, useReconciliationsQuery } from './reconciliation-api.ts'
import { ReconciliationReports } from './reports.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

export function ReconciliationPage() {
  return (
    <Page title="Reconciliation" width="wide">
      <div className="flex flex-col gap-6">
        <Differences below={<ReconciliationReports />} />
      </div>
    </Page>
  )
}

const columns: Column<Difference>[] = [
  { id: 'id', header: 'Difference', isTitle: true, cell: ({ id }) => `#${id}` },
  { id: 'what', header: 'What differs', cell: (difference) => <Description difference={difference} /> },
  { id: 'record', header: 'About', cell: ({ record }) => record && <RecordLink record={record} /> },
  {
    id: 'found',
    header: 'Found',
    cell: ({ found_at: at, report_id: report }) => (
      <span>
        <Instant at={at} />
        <span className="block text-13 text-ink-soft">{`in report #${report}`}</span>
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (difference) => <State difference={difference} /> },
]

function Description({ difference }: { difference: Difference }) {
  const { kind, reference, detail, ours_usd: ours, provider_usd: theirs } = difference
  const amounts = formatAmounts(ours, theirs)
  return (
    <span>
      <span className="font-semibold">{DIFFERENCE_KIND_LABELS[kind]}</span>{' '}
      <span className="tabular break-all text-ink-soft">{reference}</span>
      <span className="block">{detail}</span>
      {amounts && <span className="tabular block text-13 text-ink-soft">{amounts}</span>}
    </span>
  )
}

function RecordLink({ record: { kind, id } }: { record: NonNullable<Difference['record']> }) {
  const q = `#${id}`
  const to = {
    payment: withQuery(paths.adminPayments, { q }),
    refund: withQuery(paths.adminPayments, { tab: 'refunds', q }),
    payout: withQuery(paths.adminPayouts, { q }),
  }[kind]
  return (
    <Link to={to} className="text-link whitespace-nowrap">
      {`${kind[0]?.toUpperCase()}${kind.slice(1)} #${id}`}
    </Link>
  )
}

/** Open, or who resolved it, when, and what they wrote. */
function State({ difference: { id, resolved } }: { difference: Difference }) {
  const [isResolving, setResolving] = useState(false)
  if (resolved) {
    return (
      <span className="inline-flex max-w-80 flex-col items-start gap-1 cards:items-end">
        <StatusPill status="verified" word="Resolved" />
        <span className="text-13 text-ink-soft">
          <PersonLink person={resolved.by} /> · {formatInstant(resolved.at)}
        </span>
        <span className="whitespace-pre-line wrap-anywhere">{resolved.note}</span>
      </span>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-3">
      <StatusPill status="failed" word="Open" />
      <Button
        size="small"
        variant="secondary"
        aria-label={`Resolve difference ${id}`}
        onPress={() => setResolving(true)}
      >
        Resolve
      </Button>
      {isResolving && <ResolveDialog id={id} onClose={() => setResolving(false)} />}
    </span>
  )
}

function readDifference(params: URLSearchParams): { difference: string } {
  const id = params.get('difference') ?? ''
  return { difference: /^[1-9]\d{0,8}$/.test(id) ? id : '' }
}

interface DifferencesProps {
  /** What comes below, once the list is there, so that it doesn't move. */
  below: ReactNode
}

/**
 * What our ledger and the provider disagree on: open differences first.
 * @see docs/rules/money.md#reconciliation
 */
function Differences({ below }: DifferencesProps) {
  const { filters, change } = useUrlFilters(readDifference, 'differences_page')
  const only = filters.difference
  const query = { ...(only && { id: Number(only) }) }
  const shown = useListScreen({
    useListQuery: useDifferencesQuery,
    query,
    pageSize: 20,
    columns,
    pageKey: 'differences_page',
    options: { refetchOnMountOrArgChange: true },
  })
  const { list } = shown
  const { data: reports } = useReconciliationsQuery({ page: 1, page_size: 10 })
  const wasCompared = reports?.count !== 0
  return (
    <>
      <ListScreen
        shown={shown}
        title="Differences"
        lead={!list.failure && !list.isTurning && plural(list.count, 'difference')}
        actions={
          <>
            {only && (
              <Button variant="secondary" onPress={() => change({ difference: '' })}>
                Show all differences
              </Button>
            )}
            <ExportButton list="reconciliation/differences" query={query} />
          </>
        }
        failure="Failed to load differences"
        skeleton={<TableSkeleton columns={columns} rows={2} />}
        empty={
          only ? (
            <NothingMatches title={`No difference #${only}`} onClear={() => change({ difference: '' })} />
          ) : wasCompared ? (
            <EmptyState
              title="No differences"
              hint="Our ledger and the payment provider agree on everything."
            />
          ) : (
            <EmptyState
              title="Not compared yet"
              hint="What our ledger and the payment provider disagree on appears here."
            />
          )
        }
      />
      {!list.isLoading && below}
    </>
  )
}
