import { useEffect, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useConfirmPaymentMutation, usePaymentStateQuery } from './api.ts'
import type { PayFailure } from './use-pay.ts'

/**
 * How an earlier try to pay ended, for whoever comes back from the card page: left, declined, expired. The provider is
 * asked once, so that one that was paid after all shows as paid.
 */
export function CheckoutNotice({ requestId, wasCanceled }: { requestId: number; wasCanceled: boolean }) {
  const { currentData: payment } = usePaymentStateQuery(requestId, { refetchOnMountOrArgChange: true })
  const [confirm] = useConfirmPaymentMutation()
  const isOpen = payment?.status === 'pending' && !payment.is_refunding
  useEffect(() => {
    if (isOpen) void confirm(requestId)
  }, [isOpen, requestId, confirm])

  const reason = payment?.failure_reason?.replace(/\.$/, '')
  if (reason && payment?.status === 'failed') {
    return (
      <Banner tone="warning" title={reason}>
        Nothing was charged. You can pay now: a new card page opens.
      </Banner>
    )
  }
  if (reason && isOpen) {
    return (
      <Banner tone="warning" title={reason}>
        Nothing was charged. You can try again, with this card or with another one.
      </Banner>
    )
  }
  // What was charged is told by the request itself, which is booked or closed by then.
  const wasCharged = payment && !isOpen && payment.status !== 'failed'
  if (!wasCanceled || wasCharged) return null
  return (
    <Banner title="Nothing was charged">
      You left the card page before paying. The hours stay open until somebody pays.
    </Banner>
  )
}

/** Why the card page could not be opened; takes the focus, because the button stands elsewhere. */
export function PayFailureNotice({ failure }: { failure: PayFailure }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className="rounded-card">
      <Banner
        tone="danger"
        title={failure.message}
        action={
          failure.isRefused && (
            <ButtonLink to={paths.caregivers} variant="secondary">
              Find a Caregiver
            </ButtonLink>
          )
        }
      >
        {failure.isRefused
          ? 'Nothing was charged. If it stays so, please choose other hours or another caregiver.'
          : 'Nothing was charged, and your request is kept. Please try again.'}
      </Banner>
    </div>
  )
}
