import type { decideRecoveryBody, TwoStepRecovery } from '@tendwell/contract/two-step'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { formatInstant } from '../../../../lib/format.ts'
import { useAction } from '../../../../lib/use-action.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { consoleToast } from '../../console-toast.ts'
import { useDecideRecoveryMutation } from '../../two-step-api.ts'
import { PersonLink } from '../records/record-links.tsx'

type Decision = z.input<typeof decideRecoveryBody>['decision']

interface RecoveryCardProps {
  recovery: TwoStepRecovery
  /** The person whose two-step sign-in it would turn off. */
  name: string
}

const pills: Record<TwoStepRecovery['state'], { status: string; word: string }> = {
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
  const { decided_by: decider, decided_at: decidedAt, can_decide: canDecide } = recovery
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full flex-col items-start gap-3 rounded-control bg-sand px-4 py-4"
    >
      <h3 id={titleId} className="font-sans text-17 font-semibold tracking-normal">
        Request to turn off two-step sign-in
      </h3>
      <StatusPill {...pills[state]} {...(canDecide && { word: 'Needs your decision' })} />
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
      {state === 'open' && canDecide && <DecisionButtons id={recovery.id} name={name} />}
    </section>
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

function DecisionButtons({ id, name }: { id: number; name: string }) {
  const [asked, setAsked] = useState<Decision | null>(null)
  const [decide] = useDecideRecoveryMutation()
  const { run, isPending } = useAction({
    send: (decision: Decision) => decide({ recoveryId: id, decision }).unwrap(),
    failure: 'Failed to decide on the request',
    toasts: consoleToast,
    onSuccess: (_, decision) => {
      consoleToast.success(questions[decision].done)
      setAsked(null)
    },
    onFailure: () => setAsked(null),
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onPress={() => setAsked('approve')}>
        Approve
      </Button>
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
