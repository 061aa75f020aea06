import type { AdminCaregiver, AdminPendingChange } from '@tendwell/contract/admin'
import { useEffect, useState } from 'react'
import { type PagedQuery, usePagedQuery } from '../../../lib/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { polling, useCaregiversToVerifyQuery, usePendingChangesQuery } from '../api.ts'
import { MAX_ROWS } from '../format-count.ts'
import { dashboardPageKeys } from '../hooks/use-console-filters.ts'
import { useDecision } from '../hooks/use-decision.ts'
import { useRowSelection } from '../hooks/use-row-selection.ts'
import { ReviewedRows } from '../reviewed-rows.ts'
import { ApprovalTable } from './approval-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ChangesList } from './changes-list.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { type ApprovalTab, NoCaregivers } from './no-caregivers.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const pageSize = 20

type ListStatus = Exclude<ApprovalTab, 'changes'>

const tabs: readonly ApprovalTab[] = ['pending', 'flagged', 'changes']

function readTab(params: URLSearchParams): { verification: ApprovalTab } {
  return { verification: tabs.find((tab) => tab === params.get('verification')) ?? 'pending' }
}

/** The caregivers who need a decision. The lists reload by themselves. */
export function ApprovalPanel({ filters }: { filters: Filters }) {
  const [reviewed] = useState(() => new ReviewedRows<AdminCaregiver>())
  const pending = useCaregiverList('pending', filters, reviewed)
  const flagged = useCaregiverList('flagged', filters, reviewed)
  const [reviewedChanges] = useState(() => new ReviewedRows<AdminPendingChange>())
  const changes = useChanges(filters, reviewedChanges)
  const { filters: tab, change } = useUrlFilters(readTab)
  const [rejecting, setRejecting] = useState<AdminCaregiver | null>(null)
  const shared = { filters, reviewed, onReject: setRejecting }
  return (
    <Panel
      title="Caregiver Approval"
      lead="Review the documents, then decide. Caregivers are notified right away."
    >
      <Tabs
        label="Caregivers by verification"
        selected={tab.verification}
        onSelect={(verification) => change({ verification })}
        items={[
          {
            id: 'pending',
            label: 'Awaiting Verification',
            count: pending.rows && pending.count,
            content: (
              <CaregiverList status="pending" label="Awaiting Verification" list={pending} {...shared} />
            ),
          },
          {
            id: 'flagged',
            label: 'Flagged',
            count: flagged.rows && flagged.count,
            content: <CaregiverList status="flagged" label="Flagged" list={flagged} {...shared} />,
          },
          {
            id: 'changes',
            label: 'Changes',
            count: changes.rows && changes.count,
            content: <ChangesList list={changes} filters={filters} reviewed={reviewedChanges} />,
          },
        ]}
      />
      {rejecting && (
        <RejectCaregiver
          key={rejecting.id}
          caregiver={rejecting}
          reviewed={reviewed}
          onClose={() => setRejecting(null)}
        />
      )}
    </Panel>
  )
}

function useCaregiverList(status: ListStatus, filters: Filters, reviewed: ReviewedRows<AdminCaregiver>) {
  const query = { ...filters.query, status, page_size: pageSize }
  const pageKey = dashboardPageKeys[status]
  const list = usePagedQuery(useCaregiversToVerifyQuery, query, {
    pageSize,
    pageKey,
    maxRows: MAX_ROWS,
    ...polling,
  })
  const { rows } = list
  useEffect(() => reviewed.add(rows ?? []), [reviewed, rows])
  return list
}

function useChanges(filters: Filters, reviewed: ReviewedRows<AdminPendingChange>) {
  const query = { ...filters.query, page_size: pageSize }
  const pageKey = dashboardPageKeys.changes
  const list = usePagedQuery(usePendingChangesQuery, query, {
    pageSize,
    pageKey,
    maxRows: MAX_ROWS,
    ...polling,
  })
  const { rows } = list
  useEffect(() => reviewed.add(rows ?? []), [reviewed, rows])
  return list
}

interface CaregiverListProps {
  status: ListStatus
  label: string
  list: PagedQuery<AdminCaregiver>
  filters: Filters
  reviewed: ReviewedRows<AdminCaregiver>
  onReject: (caregiver: AdminCaregiver) => void
}

function CaregiverList({ status, label, list, filters, reviewed, onReject }: CaregiverListProps) {
  const selection = useRowSelection(list.rows ?? [])
  return (
    <ListBody
      label={label}
      list={list}
      failure="Failed to load caregivers"
      empty={<NoCaregivers tab={status} list={list} filters={filters} />}
    >
      {(rows) => (
        <>
          <BulkBar rows={rows} selection={selection} reviewed={reviewed} canFlag={status !== 'flagged'} />
          <ApprovalTable
            caption={label}
            caregivers={rows}
            selection={selection}
            reviewed={reviewed}
            onReject={onReject}
          />
        </>
      )}
    </ListBody>
  )
}

interface RejectCaregiverProps {
  caregiver: AdminCaregiver
  reviewed: ReviewedRows<AdminCaregiver>
  onClose: () => void
}

function RejectCaregiver({ caregiver, reviewed, onClose }: RejectCaregiverProps) {
  const send = useDecision(caregiver, reviewed)
  return (
    <RejectDialog
      title={`Reject ${caregiver.full_name}?`}
      consequence="Their profile stays hidden, they receive your reason, and their upcoming bookings are canceled and refunded in full."
      confirmLabel="Reject caregiver"
      send={(texts) => send('rejected', texts)}
      onClose={onClose}
    />
  )
}
