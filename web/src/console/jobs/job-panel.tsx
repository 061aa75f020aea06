import {
  type AdminJob,
  describeJob,
  JOB_STATE_LABELS,
  JOB_STATES,
  type JobState,
} from '@tendwell/contract/console/jobs'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { formatAgo, plural } from '../../lib/format/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { polling } from '../common/polling.ts'
import { JobButtons, RetryAllButton } from './job-buttons.tsx'
import { useJobsQuery } from './jobs-api.ts'

const pageSize = 50
const pageKeys: Record<JobState, string> = { failed: 'failed_page', waiting: 'waiting_page' }

function readTab(params: URLSearchParams): { state: JobState } {
  return { state: JOB_STATES.find((state) => state === params.get('state')) ?? 'failed' }
}

/** Failed and waiting jobs. The lists reload by themselves. @see docs/rules/console.md#jobs */
export function JobPanel() {
  const failed = useJobs('failed')
  const waiting = useJobs('waiting')
  const { filters, change } = useUrlFilters(readTab, Object.values(pageKeys))
  return (
    <Panel
      title="Background jobs"
      actions={
        <>
          {filters.state === 'failed' && failed.count > 1 && <RetryAllButton />}
          <ExportButton list="jobs" query={{ state: filters.state }} />
        </>
      }
      lead="Mail, refunds and other work after a call. A job fails after 25 attempts, or when the other side refuses for good."
    >
      <Tabs
        label="Jobs by state"
        selected={filters.state}
        onSelect={(state) => change({ state })}
        items={[
          {
            id: 'failed',
            label: JOB_STATE_LABELS.failed,
            count: failed.rows && failed.count,
            content: (
              <ListTable
                label="Failed jobs"
                list={failed}
                columns={failedColumns}
                failure="Failed to load jobs"
                empty={<EmptyState title="No failed jobs" hint={describeWaiting(waiting.count)} />}
                isWide
              />
            ),
          },
          {
            id: 'waiting',
            label: JOB_STATE_LABELS.waiting,
            count: waiting.rows && waiting.count,
            content: (
              <ListTable
                label="Waiting jobs"
                list={waiting}
                columns={waitingColumns}
                failure="Failed to load jobs"
                empty={<EmptyState title="No waiting jobs" hint="There is nothing to do right now." />}
                isWide
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** Says that all is done only when nothing waits. */
function describeWaiting(count: number): string {
  return count === 0 ? 'Everything was sent and done.' : `${plural(count, 'job')} still waiting.`
}

function useJobs(state: JobState) {
  return usePagedQuery(
    useJobsQuery,
    { state, page_size: pageSize },
    { pageSize, pageKey: pageKeys[state], ...polling },
  )
}

const job: Column<AdminJob> = {
  id: 'job',
  header: 'Job',
  isTitle: true,
  cell: ({ id, name }) => (
    <span>
      <span className="wrap-anywhere">{describeJob(name)}</span>
      <span className="tabular block text-13 font-normal text-ink-soft">{id}</span>
    </span>
  ),
}

const attempts: Column<AdminJob> = {
  id: 'attempts',
  header: 'Attempts',
  isNumeric: true,
  cell: ({ attempts: made, max_attempts: most }) => (
    <span className="whitespace-nowrap">{`${made} of ${most}`}</span>
  ),
}

const buttons: Column<AdminJob> = {
  id: 'buttons',
  header: 'Retry or drop',
  isLabelHidden: true,
  cell: (row) => <JobButtons job={row} />,
}

const added: Column<AdminJob> = {
  id: 'added',
  header: 'Added',
  cell: ({ created_at: at }) => <span className="whitespace-nowrap">{formatAgo(at)}</span>,
}

function lastError(none: (row: AdminJob) => string): Column<AdminJob> {
  return {
    id: 'error',
    header: 'Error',
    cell: (row) => (
      <span className="text-13 whitespace-pre-line wrap-anywhere">{row.last_error ?? none(row)}</span>
    ),
  }
}

const failedColumns: readonly Column<AdminJob>[] = [
  job,
  lastError(() => 'Its process stopped each time'),
  attempts,
  added,
  buttons,
]

const waitingColumns: readonly Column<AdminJob>[] = [
  job,
  lastError(({ attempts: made, is_running: isRunning }) =>
    made > (isRunning ? 1 : 0) ? 'Its process stopped' : 'None',
  ),
  attempts,
  added,
  {
    id: 'next',
    header: 'Next attempt',
    cell: ({ is_running: isRunning, run_at: at }) => (isRunning || !at ? 'Running now' : <Instant at={at} />),
  },
  buttons,
]
