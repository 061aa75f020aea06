import type { BookingRequest } from '@tendwell/contract/bookings'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { CheckoutSummary } from '../features/payments/checkout-summary.tsx'
import { PayButton } from '../features/payments/pay-button.tsx'
import { useBookingRequestQuery } from '../features/requests/api.ts'
import { WindowList } from '../features/requests/window-list.tsx'
import { messageOf, statusOf } from '../lib/errors.ts'
import { formatMoney } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { Banner } from '../ui/banner.tsx'
import { BottomBar } from '../ui/bottom-bar.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { MissingState } from '../ui/missing-state.tsx'
import { Page } from '../ui/page.tsx'
import { PriceText } from '../ui/price-text.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Steps } from '../ui/steps.tsx'

export function Component() {
  const requestId = Number(useParams().requestId)
  const [query] = useSearchParams()
  const { data, error, isLoading, refetch } = useBookingRequestQuery(requestId, { skip: !(requestId > 0) })
  if (!(requestId > 0)) return <Navigate to={paths.requests} replace />
  return (
    <Page title="Checkout" width="reading">
      <div className="mb-8">
        <Steps label="Checkout" steps={['Review', 'Card', 'Booked']} current={0} />
      </div>
      {isLoading ? (
        <Card>
          <SkeletonRows rows={3} />
        </Card>
      ) : data ? (
        <Checkout request={data} wasCanceled={query.has('canceled')} />
      ) : statusOf(error) === 404 ? (
        <NotTheirs />
      ) : (
        <ErrorState
          title="Failed to load request"
          detail={messageOf(error, '') || undefined}
          onRetry={refetch}
        />
      )}
    </Page>
  )
}

/** Somebody else's request and one that doesn't exist look the same. */
function NotTheirs() {
  return (
    <Card>
      <MissingState
        title="Only the request owner can pay"
        hint="There is no such request among yours."
        action={{ label: 'My Requests', to: paths.requests }}
      />
    </Card>
  )
}

function Checkout({ request, wasCanceled }: { request: BookingRequest; wasCanceled: boolean }) {
  const obstacle = obstacleOf(request)
  return (
    <div className="flex flex-col gap-5">
      {obstacle && (
        <Banner
          tone="warning"
          title={obstacle}
          action={
            <ButtonLink to={paths.requests} variant="secondary">
              My Requests
            </ButtonLink>
          }
        />
      )}
      {wasCanceled && !obstacle && (
        <Banner title="Nothing was charged">
          You left the card page before paying. The hours stay open until somebody pays.
        </Banner>
      )}
      <CheckoutSummary request={request}>
        <WindowList windows={request.windows} zone={request.timezone} />
      </CheckoutSummary>
      {!obstacle && (
        <BottomBar
          action={<PayButton requestId={request.id} label={`Pay ${formatMoney(request.total_price_usd)}`} />}
        >
          <span className="sm:hidden">
            <PriceText usd={request.total_price_usd} size="large" />
          </span>
          <p className="text-13 text-ink-soft max-sm:sr-only">
            You pay on our payment provider’s page. Tendwell holds the money until the care has been given.
          </p>
        </BottomBar>
      )}
    </div>
  )
}

function obstacleOf(request: BookingRequest): string | null {
  if (request.is_paid) return 'This request is already paid'
  if (request.status === 'submitted') return `${request.caregiver_name} has yet to accept this request`
  return request.status === 'rejected' ? 'This request was closed and can’t be paid' : null
}
