import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeldHand } from '../../ui/scenes/held-hand.tsx'
import { UnlitLamp } from '../../ui/scenes/unlit-lamp.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Processing } from './use-processing.ts'

interface OutcomeProps {
  processing: Processing
  requestId: number
  /** Whose hours they were, where it is known. */
  caregiverId: number | undefined
}

/** Where a payment is, or how it ended, and what can be done from there. */
export function Outcome({ processing, requestId, caregiverId }: OutcomeProps) {
  const { stage, reason, problem, retry } = processing
  const checkout = (label: string) => <ButtonLink to={paths.checkout(requestId)}>{label}</ButtonLink>
  if (stage === 'unpaid') {
    return (
      <EmptyState
        title="No payment yet"
        hint="Nothing was charged for this request."
        action={checkout('Go to checkout')}
        scene={<UnlitLamp />}
      />
    )
  }
  if (stage === 'unasked') {
    return (
      <ErrorState title="Failed to load payment" detail={problem || undefined} onRetry={retry} isCompact />
    )
  }
  if (stage === 'refunding' || stage === 'refunded') {
    const isBack = stage === 'refunded'
    return (
      <EmptyState
        title={isBack ? 'You are refunded in full' : 'Your money is on its way back'}
        hint={`${sentence(reason)}All that you paid goes back to your card; banks take five to ten days to show it.`}
        action={<Onward caregiverId={caregiverId} />}
        scene={<UnlitLamp />}
      />
    )
  }
  if (stage === 'refused') {
    return (
      <EmptyState
        title="The payment did not go through"
        hint={`${sentence(reason)}Nothing was charged.`}
        action={checkout('Try again')}
        scene={<UnlitLamp />}
      />
    )
  }
  return <Waiting processing={processing} requestId={requestId} />
}

function Waiting({ processing, requestId }: { processing: Processing; requestId: number }) {
  const { isSlow, retry } = processing
  return (
    <EmptyState
      title={isSlow ? 'This takes longer than usual' : 'We are confirming your payment'}
      hint={
        <>
          <Spinner className="mx-auto mb-2 size-5" />
          {isSlow
            ? 'We keep asking the payment provider, also when you leave. If you have not paid yet, go back to the checkout; nobody pays twice.'
            : 'This takes a few seconds. You may stay or leave; nothing is lost.'}
        </>
      }
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {isSlow && <Button onPress={retry}>Check now</Button>}
          {isSlow && (
            <ButtonLink to={paths.checkout(requestId)} variant="secondary">
              Back to checkout
            </ButtonLink>
          )}
          <ButtonLink to={paths.requests} variant={isSlow ? 'quiet' : 'secondary'}>
            My Requests
          </ButtonLink>
        </div>
      }
      scene={<HeldHand />}
    />
  )
}

/** After a refund: to other hours, and to where the money can be followed. */
function Onward({ caregiverId }: { caregiverId: number | undefined }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {caregiverId !== undefined && <ButtonLink to={paths.book(caregiverId)}>Choose other hours</ButtonLink>}
      <ButtonLink to={paths.paymentHistory} variant="secondary">
        Payment History
      </ButtonLink>
    </div>
  )
}

/** A reason as a sentence that another follows. */
function sentence(reason: string | null): string {
  return reason ? `${reason.replace(/\.$/, '')}. ` : ''
}
