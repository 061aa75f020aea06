import type { AdminCaregiver } from '@tendwell/contract/admin'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination, pageCount } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SealedLetter } from '../../ui/scenes/steps-of-booking.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useCaregiversToVerifyQuery } from './api.ts'
import { ApprovalTable } from './approval-table.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const pageSize = 20
const polling = { pollingInterval: 60_000, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true }

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
export function ApprovalPanel() {
  const pending = useWaiting('pending')
  const flagged = useWaiting('flagged')
  const [rejected, setRejected] = useState<AdminCaregiver | null>(null)
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
            content: <WaitingList waiting={pending} label="Awaiting Verification" onReject={setRejected} />,
          },
          {
            id: 'flagged',
            label: 'Flagged',
            count: flagged.query.currentData?.count,
            content: <WaitingList waiting={flagged} label="Flagged" onReject={setRejected} />,
          },
        ]}
      />
      {rejected && <RejectDialog key={rejected.id} caregiver={rejected} onClose={() => setRejected(null)} />}
    </Panel>
  )
}

function useWaiting(status: Waiting) {
  const [wanted, setPage] = useState(1)
  const [last, setLast] = useState(1)
  const page = Math.min(wanted, last)
  const query = useCaregiversToVerifyQuery({ status, page, page_size: pageSize }, polling)
  const lastNow = query.currentData ? pageCount(query.currentData.count, pageSize) : last
  // The list may have become shorter than the page that is looked at.
  if (lastNow !== last) setLast(lastNow)
  return { status, page, setPage, query }
}

interface WaitingListProps {
  waiting: ReturnType<typeof useWaiting>
  label: string
  onReject: (caregiver: AdminCaregiver) => void
}

function WaitingList({ waiting, label, onReject }: WaitingListProps) {
  const { status, page, setPage, query } = waiting
  const { currentData: list, isError, isFetching, refetch } = query
  if (!list && isError) return <ErrorState title="Failed to load caregivers" onRetry={refetch} isCompact />
  if (!list) return <SkeletonRows />
  if (list.count === 0) {
    return (
      <EmptyState
        {...emptyWords[status]}
        scene={<SealedLetter />}
        action={
          <Button variant="secondary" onPress={refetch} isPending={isFetching}>
            Check again
          </Button>
        }
      />
    )
  }
  return (
    <>
      <ApprovalTable caption={label} caregivers={list.results} onReject={onReject} />
      <Pagination label={label} page={page} pageSize={pageSize} count={list.count} onPage={setPage} />
    </>
  )
}
