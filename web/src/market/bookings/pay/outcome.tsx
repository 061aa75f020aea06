import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { HeldHand } from '../../../ui/scenes/held-hand.tsx'
import { UnlitLamp } from '../../../ui/scenes/unlit-lamp.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Processing } from './use-processing.ts'

interface OutcomeProps {
  processing: Processing
  requestId: number
  /** Once it has loaded. */
  request: BookingRequest | undefined
}

/** A payment's progress or result, and the family's next steps. */
export function Outcome({ processing, requestId, request }: OutcomeProps) {
  const { stage, reason, error, isReading, retry } = processing
  const checkout = (label: string) => <ButtonLink to={paths.checkout(requestId)}>{label}</ButtonLink>
  if (stage === 'unpaid') {
    return (
      <EmptyState
        title="No payment yet"
        hint="You haven’t been charged for this request."
        action={checkout('Go to checkout')}
        scene={<UnlitLamp />}
      />
    )
  }
  if (stage === 'unknown') {
    return (
      <ErrorState
        title="Failed to load payment"
        error={error}
        onRetry={retry}
        isRetrying={isReading}
        isCompact
      />
    )
  }
  if (stage === 'refunding' || stage === 'refunded') {
    const isBack = stage === 'refunded'
    return (
      <EmptyState
        title={isBack ? 'You’ve been refunded in full' : 'Your refund is on its way'}
        hint={`${toSentence(reason)}The full amount goes back to your card. It can take your bank 5 to 10 days to show it.`}
        action={<NextLinks request={request} />}
        scene={<UnlitLamp />}
      />
    )
  }
  if (stage === 'refused') {
    return (
      <EmptyState
        title="Your payment didn’t go through"
        hint={`${toSentence(reason)}You weren’t charged.`}
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
      title={isSlow ? 'This is taking longer than usual' : 'We’re confirming your payment'}
      hint={
        <>
          <Spinner className="mx-auto mb-2 size-5" />
          {isSlow
            ? 'We’ll keep checking, even if you leave this page. If you haven’t paid yet, go back to checkout. You can’t be charged twice.'
            : 'This takes a few seconds. You can safely leave this page.'}
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

/**
 * After a refund: links to the booking that was paid before, to other hours of the caregiver, or to others where
 * the caregiver may be listed no longer, and to the refund.
 */
function NextLinks({ request }: { request: BookingRequest | undefined }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {request?.is_paid ? (
        <ButtonLink to={paths.booking(request.id)}>View booking</ButtonLink>
      ) : request?.rejection_cause === 'unavailable' ? (
        <ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>
      ) : (
        request && <ButtonLink to={paths.book(request.caregiver)}>Choose other times</ButtonLink>
      )}
      <ButtonLink to={paths.paymentHistory} variant="secondary">
        Payment History
      </ButtonLink>
    </div>
  )
}

/** The reason as a complete sentence. */
function toSentence(reason: string | null): string {
  return reason ? `${reason.replace(/\.$/, '')}. ` : ''
}
