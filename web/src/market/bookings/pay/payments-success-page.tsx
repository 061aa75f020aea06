import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { useBookingRequestQuery } from '../bookings-api.ts'
import { Outcome } from './outcome.tsx'
import type { Attempt } from './payments-api.ts'
import type { Stage } from './stage.ts'
import { useProcessing } from './use-processing.ts'

export function PaymentsSuccessPage() {
  const [query] = useSearchParams()
  const requestId = Number(query.get('request_id'))
  const paymentId = Number(query.get('payment_id')) || undefined
  if (!(requestId > 0)) return <Navigate to={paths.requests} replace />
  return <Processing requestId={requestId} paymentId={paymentId} />
}

function Processing({ requestId, paymentId }: Attempt) {
  const processing = useProcessing({ requestId, paymentId })
  const { currentData: request } = useBookingRequestQuery(requestId)
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
