import type { ApprovalObstacle } from '@tendwell/contract/sign-in/two-step'
import { describeStaffChange, type StaffChange } from '@tendwell/contract/staff/staff'
import { useState } from 'react'
import { isOutdated } from '../../lib/errors.ts'
import { formatAgo, formatDate } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { useDecideStaffChangeMutation, useStaffChangesQuery } from './staff-api.ts'

/**
 * The changes of the admins that wait for a second admin, the oldest first.
 * @see docs/rules/console.md#two-admins
 */
export function ChangesPanel() {
  const shown = useListScreen({
    useListQuery: useStaffChangesQuery,
    pageSize: 20,
    columns,
    pageKey: 'changes_page',
  })
  return (
    <ListScreen
      shown={shown}
      title="Waiting for a second admin"
      label="Waiting changes"
      exported="staff/changes"
      failure="Failed to load the waiting changes"
      empty={
        <EmptyState
          title="Nothing is waiting"
          hint="Once there are two admins, a new admin and the end of one need both."
        />
      }
      isWide
    />
  )
}

const columns: readonly Column<StaffChange>[] = [
  {
    id: 'change',
    header: 'Change',
    isTitle: true,
    cell: (change) => <span className="wrap-anywhere">{describeStaffChange(change)}</span>,
  },
  { id: 'asker', header: 'Asked by', cell: ({ requested_by: by }) => <PersonLink person={by} /> },
  {
    id: 'asked',
    header: 'Asked',
    cell: ({ requested_at: at }) => <span className="whitespace-nowrap">{formatAgo(at)}</span>,
  },
  { id: 'expires', header: 'Waits until', cell: ({ expires_at: at }) => formatDate(at) },
  {
    id: 'decision',
    header: 'Decision',
    isLabelHidden: true,
    cell: (change) => <Decision change={change} />,
  },
]

/** Why the viewer can only decline. */
const obstacles: Record<ApprovalObstacle, string> = {
  new_admin: 'Only someone who has been an admin for 30 days can approve it.',
  related:
    'You and the person who asked brought one another onto the staff, so another admin has to approve it.',
}

function Decision({ change }: { change: StaffChange }) {
  const { can_decide: canDecide, obstacle, has_approver: hasApprover } = change
  return (
    <span className="flex flex-col items-start gap-2 md:items-end">
      {canDecide ? <DecisionButtons change={change} /> : <span>Needs another admin</span>}
      {obstacle && <span className="text-13 text-ink-soft">{obstacles[obstacle]}</span>}
      {!hasApprover && (
        <span className="text-13 text-ink-soft">
          No admin can approve it yet. Whoever runs the server can make another admin there, with{' '}
          <code>npm run create-admin</code>.
        </span>
      )}
    </span>
  )
}

const questions = {
  approve: {
    title: 'Approve this change?',
    confirmLabel: 'Approve change',
    pendingLabel: 'Approving…',
    done: 'Change approved',
  },
  decline: {
    title: 'Decline this change?',
    confirmLabel: 'Decline change',
    pendingLabel: 'Declining…',
    done: 'Change declined',
  },
} as const

function DecisionButtons({ change }: { change: StaffChange }) {
  const [asked, setAsked] = useState<keyof typeof questions | null>(null)
  const [decide] = useDecideStaffChangeMutation()
  const { run, isPending } = useAction({
    send: (decision: keyof typeof questions) => decide({ id: change.id, decision }).unwrap(),
    failure: 'Failed to decide on the change',
    toasts: threeSecondToast,
    onSuccess: (_, decision) => {
      threeSecondToast.success(questions[decision].done)
      setAsked(null)
    },
    onFailure: (error) => {
      if (isOutdated(error)) setAsked(null)
    },
  })
  return (
    <span className="flex flex-wrap gap-2">
      {change.obstacle === null && (
        <Button
          size="small"
          aria-label={`Approve: ${describeStaffChange(change)}`}
          onPress={() => setAsked('approve')}
        >
          Approve
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        aria-label={`Decline: ${describeStaffChange(change)}`}
        onPress={() => setAsked('decline')}
      >
        Decline
      </Button>
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={questions[asked].title}
          consequence={
            asked === 'approve'
              ? `${describeStaffChange(change)}. It applies at once, and all admins get an email about it.`
              : 'Nothing changes, and all admins get an email about it.'
          }
          tone="primary"
          confirmLabel={questions[asked].confirmLabel}
          pendingLabel={questions[asked].pendingLabel}
          onConfirm={() => run(asked)}
          isPending={isPending}
        />
      )}
    </span>
  )
}
