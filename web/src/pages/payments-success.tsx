import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { Outcome } from '../features/payments/outcome.tsx'
import { type Processing as State, useProcessing } from '../features/payments/use-processing.ts'
import { useBookingRequestQuery } from '../features/requests/api.ts'
import { paths } from '../lib/paths.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Steps } from '../ui/steps.tsx'
import { toast } from '../ui/toast.ts'

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
  const processing = useProcessing(requestId)
  const { data: request } = useBookingRequestQuery(requestId)
  const navigate = useNavigate()
  const { status } = processing

  useEffect(() => {
    if (status !== 'succeeded') return
    toast.success('Payment received. Your booking is confirmed.')
    void navigate(paths.requests, { replace: true })
  }, [status, navigate])

  return (
    <div className="flex flex-col gap-8">
      <Steps label="Checkout" steps={['Review', 'Card', 'Booked']} current={stepOf(processing)} />
      <Card>
        <div aria-live="polite">
          <Outcome processing={processing} requestId={requestId} caregiverId={request?.caregiver} />
        </div>
      </Card>
    </div>
  )
}

function stepOf({ status, isUnpaid, failureReason }: State): number {
  if (status === 'succeeded') return 3
  return isUnpaid || status === 'failed' || (status === 'pending' && failureReason) ? 1 : 2
}
