import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { PaymentStanding } from '@tendwell/contract/payments/payments'
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { now } from '../../../lib/format/clock.ts'
import { formatMoney } from '../../../lib/format/format.ts'
import { useOwnCaretakerProfileQuery } from '../../../shared/people/own-profile-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { phonePath } from '../../../shared/routes/return-to.ts'
import { Banner } from '../../../ui/banner.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { useBookingRequestQuery } from '../bookings-api.ts'
import { isTooLate } from '../requests/request-notes.ts'
import { RequestWindows } from '../requests/request-windows.tsx'
import { WithdrawAction } from '../requests/withdraw-action.tsx'
import { getCheckoutBlocker } from './checkout-blocker.ts'
import { CheckoutNotice, PayFailureNotice } from './checkout-notice.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { usePaymentStateQuery } from './payments-api.ts'
import { usePay } from './use-pay.ts'

/**
 * The last attempt to pay, as the provider knows it: it may have succeeded after all. Nothing is asked before
 * the first attempt.
 */
function useLastPayment(request: BookingRequest | undefined, reloadRequest: () => unknown) {
  const { currentData: payment, isLoading } = usePaymentStateQuery(
    { requestId: request?.id ?? 0, refresh: true },
    { skip: !request?.payment_id || request.is_paid, refetchOnMountOrArgChange: true },
  )
  const wasCharged =
    payment?.status === 'succeeded' || payment?.status === 'refunded' || payment?.is_refunding
  useEffect(() => {
    // The request is booked or closed by then.
    if (wasCharged) void reloadRequest()
  }, [wasCharged, reloadRequest])
  return { payment, isLoading }
}

export function CheckoutPage() {
  const requestId = Number(useParams().requestId)
  const [params] = useSearchParams()
  const query = useBookingRequestQuery(requestId, {
    skip: !(requestId > 0),
    refetchOnMountOrArgChange: true,
  })
  const { currentData: request, refetch } = query
  const last = useLastPayment(request, refetch)
  if (!(requestId > 0)) return <Navigate to={paths.requests} replace />
  return (
    <Page title="Checkout">
      <div className="mb-8 max-w-reading">
        <Steps label="Checkout" steps={['Review', 'Card', 'Booked']} current={request?.is_paid ? 3 : 0} />
      </div>
      <QueryBody
        query={{ ...query, currentData: last.isLoading ? undefined : request }}
        failure="Failed to load request"
        skeleton={
          <Columns>
            <Card>
              <SkeletonRows rows={4} />
            </Card>
            <Card tone="quiet">
              <SkeletonRows rows={3} />
            </Card>
          </Columns>
        }
        missing={<NotTheirs />}
      >
        {(request) => (
          <Checkout
            key={request.id}
            request={request}
            last={last.payment}
            wasCanceled={params.has('canceled')}
          />
        )}
      </QueryBody>
    </Page>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      {children}
    </div>
  )
}

/** Someone else's request and one that doesn't exist look the same. */
function NotTheirs() {
  return (
    <Card>
      <MissingState
        title="Only the request owner can pay"
        hint="We couldn’t find this request in your account."
        action={{ label: 'My Requests', to: paths.requests }}
      />
    </Card>
  )
}

interface CheckoutProps {
  request: BookingRequest
  last: PaymentStanding | undefined
  wasCanceled: boolean
}

function Checkout({ request, last, wasCanceled }: CheckoutProps) {
  const { pay, isPending, failure } = usePay(request.id)
  const obstacle = getCheckoutBlocker(request, isTooLate(request, now()))
  const summary = (
    <CheckoutSummary request={request} isToPay={!obstacle}>
      <RequestWindows request={request} />
    </CheckoutSummary>
  )
  return (
    <div className="flex flex-col gap-5">
      {obstacle ? (
        <div aria-live="polite">
          <Banner
            tone={request.is_paid ? 'success' : 'warning'}
            title={obstacle.title}
            action={<ButtonLink to={obstacle.action.to}>{obstacle.action.label}</ButtonLink>}
          >
            {obstacle.text}
          </Banner>
        </div>
      ) : failure ? (
        <PayFailureNotice failure={failure} />
      ) : (
        last && <CheckoutNotice payment={last} wasCanceled={wasCanceled} />
      )}
      {obstacle ? (
        summary
      ) : (
        <Columns>
          {summary}
          {/* On small screens its parts are in the one column, so that the bar can stick to the bottom. */}
          <div className="contents lg:flex lg:flex-col lg:gap-5">
            <NextSteps request={request} />
            <BottomBar
              inPlaceFrom="lg"
              action={
                <Button
                  size="large"
                  icon={<LockKeyhole className="size-4" />}
                  isPending={isPending}
                  onPress={pay}
                  className="lg:w-full"
                >
                  {`Pay ${formatMoney(request.total_price_usd)}`}
                </Button>
              }
            >
              <span className="sm:hidden">
                <PriceText usd={request.total_price_usd} size="large" />
              </span>
              <p className="text-ink-soft max-sm:sr-only lg:text-center lg:text-13">
                You’ll pay on our payment provider’s page. You won’t be charged until you confirm there.
              </p>
            </BottomBar>
            <div>
              <WithdrawAction request={request} />
            </div>
          </div>
        </Columns>
      )}
    </div>
  )
}

/** The steps from the payment to the end of the care. */
function NextSteps({ request }: { request: BookingRequest }) {
  const { caregiver_name: caregiverName } = request
  const lacksPhone = useOwnCaretakerProfileQuery().currentData?.phone_number === ''
  const steps = [
    'Enter your card details on our payment provider’s page. Tendwell never sees your card number.',
    `Your booking is confirmed right away, and we let ${caregiverName} know. If another family pays first, you get a full refund.`,
    'Tendwell holds your payment until after the care. If something goes wrong, you can open a dispute.',
  ]
  return (
    <Card as="section" tone="quiet">
      <h2 className="mb-4 text-21">What happens next</h2>
      <ol className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="tabular flex size-7 shrink-0 items-center justify-center rounded-full border border-edge text-13 font-semibold"
            >
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      {lacksPhone && (
        <p className="mt-4 border-t border-line pt-4">
          {`${caregiverName} can call you once you’ve paid, but your profile has no phone number. `}
          <Link to={phonePath(paths.caretakerProfile, paths.checkout(request.id))} className="text-link">
            Add your phone number
          </Link>
        </p>
      )}
    </Card>
  )
}
