import type {
  decideRecoveryBody,
  RecoveryObstacle,
  TwoStepRecovery,
} from '@tendwell/contract/sign-in/two-step'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { isOutdated } from '../../lib/errors.ts'
import { formatInstant } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import type { Status } from '../../shared/statuses/status-map.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useDecideRecoveryMutation } from '../common/two-step/recoveries-api.ts'

type Decision = z.input<typeof decideRecoveryBody>['decision']

interface RecoveryCardProps {
  recovery: TwoStepRecovery
  /** The person whose two-step sign-in it would turn off. */
  name: string
}

const pills: Record<TwoStepRecovery['state'], { status: Status; word: string }> = {
  open: { status: 'pending', word: 'Needs another admin' },
  approved: { status: 'completed', word: 'Approved' },
  declined: { status: 'rejected', word: 'Declined' },
  stopped: { status: 'canceled', word: 'Stopped by the person' },
  expired: { status: 'expired', word: 'Expired' },
}

/** The newest request to turn off two-step sign-in, and the decision on an open one. */
export function RecoveryCard({ recovery, name }: RecoveryCardProps) {
  const { state, reason, requested_by: requester, requested_at: at } = recovery
  const titleId = useId()
  const { decided_by: decider, decided_at: decidedAt, can_decide: canDecide, obstacle } = recovery
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full flex-col items-start gap-3 rounded-control bg-sand px-4 py-4"
    >
      <h3 id={titleId} className="font-sans text-17 font-semibold tracking-normal">
        Request to turn off two-step sign-in
      </h3>
      <StatusPill
        {...pills[state]}
        {...(canDecide && obstacle === null && { word: 'Needs your decision' })}
      />
      <p className="whitespace-pre-wrap wrap-anywhere">{reason}</p>
      <p className="text-13 text-ink-soft">
        Asked by <PersonLink person={requester} /> · {formatInstant(at)}
      </p>
      {decidedAt && (
        <p className="text-13 text-ink-soft">
          {pills[state].word}
          {decider && (
            <>
              {' by '}
              <PersonLink person={decider} />
            </>
          )}
          {` · ${formatInstant(decidedAt)}`}
        </p>
      )}
      {state === 'open' && <ApprovalNote recovery={recovery} />}
      {state === 'open' && canDecide && (
        <DecisionButtons id={recovery.id} name={name} canApprove={obstacle === null} />
      )}
    </section>
  )
}

/** Why the viewer can only decline. Waiting is said to everybody, with the time. */
const obstacles: Record<Exclude<RecoveryObstacle, 'wait'>, string> = {
  new_admin: 'You can decline it. Only someone who has been an admin for 30 days can approve it.',
  related:
    'You can decline it. You and the person who asked brought one another onto the staff, so another admin has to approve it.',
}

function ApprovalNote({ recovery }: { recovery: TwoStepRecovery }) {
  const { obstacle, approvable_at: at, has_approver: hasApprover } = recovery
  return (
    <div className="flex flex-col gap-1 text-13 text-ink-soft">
      <p>Can be approved from {formatInstant(at)}</p>
      {obstacle && obstacle !== 'wait' && <p>{obstacles[obstacle]}</p>}
      {!hasApprover && (
        <p>
          No admin can approve it yet. Whoever runs the server can make another admin there, with{' '}
          <code>npm run create-admin</code>.
        </p>
      )}
    </div>
  )
}

const questions = {
  approve: {
    title: (name: string) => `Turn off two-step sign-in for ${name}?`,
    consequence:
      'Their passkeys, app and recovery codes stop working, and all their devices are logged out. They log in with their password or with Google, and we’ll email them.',
    confirmLabel: 'Turn off two-step sign-in',
    pendingLabel: 'Turning off…',
    done: 'Two-step sign-in turned off',
    tone: 'danger',
  },
  decline: {
    title: () => 'Decline this request?',
    consequence: 'Two-step sign-in stays on for this person.',
    confirmLabel: 'Decline request',
    pendingLabel: 'Declining…',
    done: 'Request declined',
    tone: 'primary',
  },
} as const

function DecisionButtons({ id, name, canApprove }: { id: number; name: string; canApprove: boolean }) {
  const [asked, setAsked] = useState<Decision | null>(null)
  const [decide] = useDecideRecoveryMutation()
  const { run, isPending } = useAction({
    send: (decision: Decision) => decide({ recoveryId: id, decision }).unwrap(),
    failure: 'Failed to decide on the request',
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
    <div className="flex flex-wrap gap-2">
      {canApprove && (
        <Button size="small" onPress={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      <Button size="small" variant="secondary" onPress={() => setAsked('decline')}>
        Decline
      </Button>
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(null)}
          title={questions[asked].title(name)}
          consequence={questions[asked].consequence}
          tone={questions[asked].tone}
          confirmLabel={questions[asked].confirmLabel}
          pendingLabel={questions[asked].pendingLabel}
          onConfirm={() => run(asked)}
          isPending={isPending}
        />
      )}
    </div>
  )
}
