import type { PaymentStanding } from '@tendwell/contract/payments/payments'
import { useLayoutEffect, useRef } from 'react'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import type { PayFailure } from './use-pay.ts'

/** How an earlier attempt to pay ended: canceled, declined or expired. */
export function CheckoutNotice({ payment, wasCanceled }: { payment: PaymentStanding; wasCanceled: boolean }) {
  const isOpen = payment.status === 'pending' && !payment.is_refunding
  const reason = payment.failure_reason?.replace(/\.$/, '')
  if (reason && payment.status === 'failed') {
    return (
      <Banner tone="warning" title={reason}>
        You weren’t charged. You can try again on a new payment page.
      </Banner>
    )
  }
  if (reason && isOpen) {
    return (
      <Banner tone="warning" title={reason}>
        You weren’t charged. Try again with this card or another one.
      </Banner>
    )
  }
  // A charged payment shows in the request itself, which is booked or closed by then.
  const wasCharged = !isOpen && payment.status !== 'failed'
  if (!wasCanceled || wasCharged) return null
  return (
    <Banner title="You weren’t charged">
      You left the payment page before paying. These times stay available until someone books them.
    </Banner>
  )
}

/** Why the card page could not be opened. It is focused, because it is far from the button. */
export function PayFailureNotice({ failure }: { failure: PayFailure }) {
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => notice.current?.focus(), [])
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
          ? 'You weren’t charged. If this happens again, please choose other times or another caregiver.'
          : 'You weren’t charged, and your request is still open. Please try again.'}
      </Banner>
    </div>
  )
}
