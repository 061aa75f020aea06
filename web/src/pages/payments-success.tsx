import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useProcessing } from '../features/payments/use-processing.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { HeldHand } from '../ui/scenes/held-hand.tsx'
import { UnlitLamp } from '../ui/scenes/unlit-lamp.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Steps } from '../ui/steps.tsx'
import { toast } from '../ui/toast.ts'

type Status = ReturnType<typeof useProcessing>['status']

export function Component() {
  const [query] = useSearchParams()
  const requestId = Number(query.get('request_id'))
  if (!(requestId > 0)) return <Navigate to={paths.requests} replace />
  return (
    <Page title="Processing payment" width="form">
      <Processing requestId={requestId} />
    </Page>
  )
}

function Processing({ requestId }: { requestId: number }) {
  const { status, failureReason, isUnpaid, failure, retry } = useProcessing(requestId)
  const navigate = useNavigate()

  useEffect(() => {
    if (status !== 'succeeded') return
    toast.success('Payment received. Your booking is confirmed.')
    void navigate(paths.requests, { replace: true })
  }, [status, navigate])

  return (
    <div className="flex flex-col gap-8">
      <Steps label="Checkout" steps={['Review', 'Card', 'Booked']} current={stepOf(status, isUnpaid)} />
      <Card>
        <div aria-live="polite">
          {isUnpaid ? (
            <EmptyState
              title="No payment yet"
              hint="Nothing was charged for this request."
              action={<ButtonLink to={paths.checkout(requestId)}>Go to checkout</ButtonLink>}
              scene={<UnlitLamp />}
            />
          ) : failure !== null && !status ? (
            <ErrorState
              title="Failed to load payment"
              detail={failure || undefined}
              onRetry={retry}
              isCompact
            />
          ) : (
            <Outcome status={status} failureReason={failureReason} requestId={requestId} />
          )}
        </div>
      </Card>
    </div>
  )
}

function stepOf(status: Status, isUnpaid: boolean): number {
  if (status === 'succeeded') return 3
  return isUnpaid || status === 'failed' ? 1 : 2
}

interface OutcomeProps {
  status: Status
  failureReason: string | null
  requestId: number
}

function Outcome({ status, failureReason, requestId }: OutcomeProps) {
  if (status === 'refunded') {
    return (
      <EmptyState
        title="You are refunded in full"
        hint={`${failureReason ?? 'These hours were no longer free'}. All that you paid goes back to your card.`}
        action={<ButtonLink to={paths.requests}>My Requests</ButtonLink>}
        scene={<UnlitLamp />}
      />
    )
  }
  if (status === 'failed') {
    return (
      <EmptyState
        title="The payment did not go through"
        hint={failureReason ?? 'Nothing was charged.'}
        action={<ButtonLink to={paths.checkout(requestId)}>Try again</ButtonLink>}
        scene={<UnlitLamp />}
      />
    )
  }
  return (
    <EmptyState
      title="We are confirming your payment"
      hint={
        <span className="inline-flex items-center gap-2">
          <Spinner className="size-4 shrink-0" /> This takes a few seconds. You may stay or leave; nothing is
          lost.
        </span>
      }
      action={
        <ButtonLink to={paths.requests} variant="secondary">
          My Requests
        </ButtonLink>
      }
      scene={<HeldHand />}
    />
  )
}
