import type { AdminCaregiver } from '@tendwell/contract/admin'
import { useEffect, useState } from 'react'
import { type PagedQuery, usePagedQuery } from '../../../lib/use-paged-query.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SealedLetter } from '../../../ui/scenes/steps-of-booking.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { polling, useCaregiversToVerifyQuery } from '../api.ts'
import { dashboardPageKeys } from '../hooks/use-console-filters.ts'
import { useDecision } from '../hooks/use-decision.ts'
import { useRowSelection } from '../hooks/use-row-selection.ts'
import { ReviewedDocuments } from '../reviewed-documents.ts'
import { ApprovalTable } from './approval-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const pageSize = 20

const emptyTexts = {
  pending: {
    title: 'No caregivers awaiting verification',
    hint: 'Caregivers who sign up and upload documents appear here automatically.',
  },
  flagged: {
    title: 'No flagged caregivers',
    hint: 'Flag a caregiver to set their profile aside for further review.',
  },
} as const

type ListStatus = keyof typeof emptyTexts

function readTab(params: URLSearchParams): { verification: ListStatus } {
  return { verification: params.get('verification') === 'flagged' ? 'flagged' : 'pending' }
}

/** The caregivers who need a decision. The lists reload by themselves. */
export function ApprovalPanel({ filters }: { filters: Filters }) {
  const [reviewed] = useState(() => new ReviewedDocuments())
  const pending = useCaregiverList('pending', filters, reviewed)
  const flagged = useCaregiverList('flagged', filters, reviewed)
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

function useCaregiverList(status: ListStatus, filters: Filters, reviewed: ReviewedDocuments) {
  const query = { ...filters.query, status, page_size: pageSize }
  const pageKey = dashboardPageKeys[status]
  const list = usePagedQuery(useCaregiversToVerifyQuery, query, { pageSize, pageKey, ...polling })
  const { rows } = list
  useEffect(() => reviewed.add(rows ?? []), [reviewed, rows])
  return list
}

interface CaregiverListProps {
  status: ListStatus
  label: string
  list: PagedQuery<AdminCaregiver>
  filters: Filters
  reviewed: ReviewedDocuments
  onReject: (caregiver: AdminCaregiver) => void
}

function CaregiverList({ status, label, list, filters, reviewed, onReject }: CaregiverListProps) {
  const selection = useRowSelection(list.rows ?? [])
  return (
    <ListBody
      label={label}
      list={list}
      failure="Failed to load caregivers"
      empty={<NoCaregivers status={status} list={list} filters={filters} />}
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

function NoCaregivers({ status, list, filters }: Pick<CaregiverListProps, 'status' | 'list' | 'filters'>) {
  const { title, hint } = emptyTexts[status]
  return (
    <EmptyState
      title={title}
      hint={filters.isFiltered ? 'No caregivers match your search and filters.' : hint}
      scene={<SealedLetter />}
      action={
        filters.clear ? (
          <Button variant="secondary" onPress={filters.clear}>
            Clear filters
          </Button>
        ) : (
          <Button variant="secondary" onPress={list.refetch} isPending={list.isFetching}>
            Check again
          </Button>
        )
      }
    />
  )
}

interface RejectCaregiverProps {
  caregiver: AdminCaregiver
  reviewed: ReviewedDocuments
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
