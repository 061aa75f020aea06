import type { AdminCaregiver } from '@tendwell/contract/admin'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SealedLetter } from '../../ui/scenes/steps-of-booking.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePage } from '../../ui/use-page.ts'
import { polling, useCaregiversToVerifyQuery } from './api.ts'
import { ApprovalTable } from './approval-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ShownDocuments } from './shown-documents.ts'
import { useChosen } from './use-chosen.ts'
import { useDecision } from './use-decision.ts'

const pageSize = 20

const emptyWords = {
  pending: {
    title: 'No caregivers awaiting verification',
    hint: 'Whoever signs up and sends documents appears here by itself.',
  },
  flagged: {
    title: 'No flagged caregivers',
    hint: 'Flag a caregiver to set a profile aside for a second look.',
  },
} as const

type Waiting = keyof typeof emptyWords

/** The caregivers on whom an admin decides; the lists follow by themselves. */
export function ApprovalPanel({ filters }: { filters: Filters }) {
  const pending = useWaiting('pending', filters)
  const flagged = useWaiting('flagged', filters)
  const [rejected, setRejected] = useState<AdminCaregiver | null>(null)
  const [shown] = useState(() => new ShownDocuments())
  const list = { shown, onReject: setRejected }
  return (
    <Panel
      title="Caregiver Approval"
      lead="Look at the documents, then decide. The caregiver is told at once."
    >
      <Tabs
        label="Caregivers by verification"
        items={[
          {
            id: 'pending',
            label: 'Awaiting Verification',
            count: pending.query.currentData?.count,
            content: <WaitingList waiting={pending} label="Awaiting Verification" {...list} />,
          },
          {
            id: 'flagged',
            label: 'Flagged',
            count: flagged.query.currentData?.count,
            content: <WaitingList waiting={flagged} label="Flagged" {...list} />,
          },
        ]}
      />
      {rejected && (
        <RejectOne key={rejected.id} caregiver={rejected} shown={shown} onClose={() => setRejected(null)} />
      )}
    </Panel>
  )
}

function useWaiting(status: Waiting, filters: Filters) {
  const { page, setPage, learn } = usePage(pageSize, JSON.stringify(filters.query))
  const query = useCaregiversToVerifyQuery({ ...filters.query, status, page, page_size: pageSize }, polling)
  learn(query.currentData?.count)
  return { status, page, setPage, query, filters }
}

interface WaitingListProps {
  waiting: ReturnType<typeof useWaiting>
  label: string
  shown: ShownDocuments
  onReject: (caregiver: AdminCaregiver) => void
}

function WaitingList({ waiting, label, shown, onReject }: WaitingListProps) {
  const { status, page, setPage, query } = waiting
  const { currentData: list, isError, refetch } = query
  const rows = shown.asShown(list?.results ?? [])
  const selection = useChosen(rows)
  if (!list && isError) return <ErrorState title="Failed to load caregivers" onRetry={refetch} isCompact />
  if (!list) return <SkeletonRows />
  if (list.count === 0) return <NobodyWaits waiting={waiting} />
  return (
    <>
      <BulkBar rows={rows} selection={selection} shown={shown} canFlag={status !== 'flagged'} />
      <ApprovalTable
        caption={label}
        caregivers={rows}
        selection={selection}
        shown={shown}
        onReject={onReject}
      />
      <Pagination label={label} page={page} pageSize={pageSize} count={list.count} onPage={setPage} />
    </>
  )
}

function NobodyWaits({ waiting: { status, query, filters } }: Pick<WaitingListProps, 'waiting'>) {
  const { title, hint } = emptyWords[status]
  const hasOthers = Boolean(filters.category || filters.days.from || filters.days.to)
  return (
    <EmptyState
      title={title}
      hint={filters.isNarrowed ? 'Nobody here matches the search and the filters above.' : hint}
      scene={<SealedLetter />}
      action={
        hasOthers ? (
          <Button variant="secondary" onPress={filters.clear}>
            Clear filters
          </Button>
        ) : (
          <Button variant="secondary" onPress={query.refetch} isPending={query.isFetching}>
            Check again
          </Button>
        )
      }
    />
  )
}

interface RejectOneProps {
  caregiver: AdminCaregiver
  shown: ShownDocuments
  onClose: () => void
}

function RejectOne({ caregiver, shown, onClose }: RejectOneProps) {
  const { decide, pending } = useDecision(caregiver, shown)
  return (
    <RejectDialog
      title={`Reject ${caregiver.full_name}?`}
      consequence="The profile stays hidden from families, and your reason is sent to the caregiver."
      confirmLabel="Reject caregiver"
      onReject={(words) => decide('rejected', words)}
      isPending={pending !== null}
      onClose={onClose}
    />
  )
}
