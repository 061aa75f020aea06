import type { AdminCaregiver, AdminPendingChange } from '@tendwell/contract/console/users'
import { useEffect, useState } from 'react'
import { type UseListQuery, usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useWaitingBackgroundChecksQuery } from '../common/background-checks/background-checks-api.ts'
import {
  type ApprovalTab,
  approvalTabs,
  type CaregiverTab,
  readTab,
  toTabQuery,
} from '../common/decisions/approval-tabs.ts'
import { useCaregiversToVerifyQuery, usePendingChangesQuery } from '../common/decisions/decisions-api.ts'
import { ReviewedRows } from '../common/decisions/reviewed-rows.ts'
import { ExportButton } from '../common/lists/export-button.tsx'
import { MAX_ROWS } from '../common/lists/format-row-count.ts'
import { dashboardPageKeys } from '../common/lists/use-console-filters.ts'
import { polling } from '../common/polling.ts'
import { BackgroundList } from './background-list.tsx'
import { CaregiverList } from './caregiver-list.tsx'
import { ChangesList } from './changes-list.tsx'
import type { Filters } from './dashboard-filters.tsx'

const pageSize = 20

/** The caregivers who need a decision, and those decided on. The lists reload by themselves. */
export function ApprovalPanel({ filters }: { filters: Filters }) {
  const [reviewed] = useState(() => new ReviewedRows<AdminCaregiver>())
  const waiting = {
    pending: useCaregiverList('pending', filters, reviewed),
    flagged: useCaregiverList('flagged', filters, reviewed),
    renewals: useCaregiverList('renewals', filters, reviewed),
    expiring: useCaregiverList('expiring', filters, reviewed),
  }
  const [reviewedChanges] = useState(() => new ReviewedRows<AdminPendingChange>())
  const changes = useChanges(filters, reviewedChanges)
  const background = useTabList(useWaitingBackgroundChecksQuery, 'background', filters.query)
  const { filters: tab, change } = useUrlFilters(readTab)
  const shared = { filters, reviewed }
  const waitingTab = (id: keyof typeof waiting) => ({
    id,
    label: approvalTabs[id],
    count: waiting[id].rows && waiting[id].count,
    content: <CaregiverList key={id} tab={id} list={waiting[id]} {...shared} />,
  })
  // Many, so they are read when the tab is opened.
  const decidedTab = (id: 'verified' | 'rejected') => ({
    id,
    label: approvalTabs[id],
    content: <DecidedList key={id} tab={id} {...shared} />,
  })
  return (
    <Panel
      title="Caregiver Approval"
      lead="Review the documents, then decide. Caregivers are notified right away."
      actions={<ExportButton {...getExport(tab.verification, filters)} />}
    >
      <Tabs
        label="Caregivers by verification"
        selected={tab.verification}
        onSelect={(verification) => change({ verification })}
        items={[
          waitingTab('pending'),
          waitingTab('flagged'),
          {
            id: 'changes',
            label: approvalTabs.changes,
            count: changes.rows && changes.count,
            content: <ChangesList list={changes} filters={filters} reviewed={reviewedChanges} />,
          },
          {
            id: 'background',
            label: approvalTabs.background,
            count: background.rows && background.count,
            content: <BackgroundList list={background} filters={filters} />,
          },
          waitingTab('renewals'),
          waitingTab('expiring'),
          decidedTab('verified'),
          decidedTab('rejected'),
        ]}
      />
    </Panel>
  )
}

/** The list of a tab as it is exported. */
function getExport(tab: ApprovalTab, { query }: Filters) {
  if (tab === 'changes') return { list: 'caregivers/changes', query } as const
  if (tab === 'background') return { list: 'caregivers/background-checks', query } as const
  return { list: 'caregivers/verification', query: { ...query, ...toTabQuery(tab) } } as const
}

interface DecidedListProps {
  tab: CaregiverTab
  filters: Filters
  reviewed: ReviewedRows<AdminCaregiver>
}

function DecidedList({ tab, filters, reviewed }: DecidedListProps) {
  const list = useCaregiverList(tab, filters, reviewed)
  return <CaregiverList tab={tab} list={list} filters={filters} reviewed={reviewed} />
}

function useCaregiverList(tab: CaregiverTab, filters: Filters, reviewed: ReviewedRows<AdminCaregiver>) {
  const list = useTabList(useCaregiversToVerifyQuery, tab, { ...filters.query, ...toTabQuery(tab) })
  const { rows } = list
  useEffect(() => reviewed.add(rows ?? []), [reviewed, rows])
  return list
}

function useChanges(filters: Filters, reviewed: ReviewedRows<AdminPendingChange>) {
  const list = useTabList(usePendingChangesQuery, 'changes', filters.query)
  const { rows } = list
  useEffect(() => reviewed.add(rows ?? []), [reviewed, rows])
  return list
}

function useTabList<Query extends object, Row>(
  useListQuery: UseListQuery<Query & { page_size: number }, Row>,
  tab: ApprovalTab,
  query: Query,
) {
  const pageKey = dashboardPageKeys[tab]
  return usePagedQuery(
    useListQuery,
    { ...query, page_size: pageSize },
    { pageSize, pageKey, maxRows: MAX_ROWS, ...polling },
  )
}
