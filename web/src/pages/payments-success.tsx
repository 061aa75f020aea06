import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { useBookingRequestQuery } from '../features/bookings/api.ts'
import type { Attempt } from '../features/payments/api.ts'
import { Outcome } from '../features/payments/components/outcome.tsx'
import { useProcessing } from '../features/payments/hooks/use-processing.ts'
import type { Stage } from '../features/payments/stage.ts'
import { paths } from '../shared/routes/paths.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Steps } from '../ui/steps.tsx'

export function Component() {
  const [query] = useSearchParams()
  const requestId = Number(query.get('request_id'))
  const paymentId = Number(query.get('payment_id')) || undefined
  if (!(requestId > 0)) return <Navigate to={paths.requests} replace />
  return <Processing requestId={requestId} paymentId={paymentId} />
}

function Processing({ requestId, paymentId }: Attempt) {
  const processing = useProcessing({ requestId, paymentId })
  const { data: request } = useBookingRequestQuery(requestId)
  const navigate = useNavigate()
  const { stage } = processing
  const isGivenBack = stage === 'refunding' || stage === 'refunded'

  useEffect(() => {
    // My Requests shows the confirmation.
    if (stage === 'booked') void navigate(paths.requests, { replace: true })
  }, [stage, navigate])

  const isOver = isGivenBack || stage === 'refused' || stage === 'unpaid'
  return (
    <Page title={isOver ? 'Your payment' : 'Processing payment'} width="form">
      <div className="flex flex-col gap-8">
        {!isGivenBack && (
          <Steps label="Checkout" steps={['Review', 'Card', 'Booked']} current={getStep(stage)} />
        )}
        <Card>
          <div aria-live="polite">
            <Outcome processing={processing} requestId={requestId} request={request} />
          </div>
        </Card>
      </div>
    </Page>
  )
}

function getStep(stage: Stage): number {
  if (stage === 'booked') return 3
  return stage === 'unpaid' || stage === 'refused' ? 1 : 2
}
