import type { Side } from '@tendwell/contract/accounts'
import type { Booking } from '@tendwell/contract/bookings'
import type { ReactNode } from 'react'
import { getErrorStatus } from '../../../lib/errors.ts'
import { formatZone, getBrowserZone } from '../../../lib/format.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { useBookingQuery } from '../api.ts'
import { getBookingStatus, getOtherParty, isNewBooking } from '../booking-state.ts'
import { BookingNotices } from './booking-notices.tsx'
import { BookingPrice } from './booking-price.tsx'
import { BookingWindows } from './booking-windows.tsx'
import { NewBookingBanner } from './new-booking-banner.tsx'
import { PartyCard } from './party-card.tsx'
import { hasVisitDetails, VisitDetails } from './visit-details.tsx'

interface BookingPageProps {
  requestId: number
  viewer: Side
  /** The viewer's bookings. */
  list: { label: string; to: string }
  /** What to do next, as `NextStep`s. */
  children: (booking: Booking) => ReactNode
}

const failure = 'Failed to load booking'

/** A paid request as one of its two sides sees it. */
export function BookingPage({ requestId, viewer, list, children }: BookingPageProps) {
  const isNumber = Number.isSafeInteger(requestId) && requestId > 0
  const {
    currentData: booking,
    error,
    refetch,
  } = useBookingQuery({ side: viewer, requestId }, { skip: !isNumber, refetchOnMountOrArgChange: true })
  return (
    <Page
      title={booking ? `Booking with ${getOtherParty(booking, viewer).name}` : 'Booking'}
      lead={isNumber && `Booking #${requestId}`}
      back={<BackLink to={list.to}>{list.label}</BackLink>}
      actions={booking && <StatusPill status={getBookingStatus(booking)} />}
    >
      {booking ? (
        <BookingBody booking={booking} viewer={viewer}>
          {children(booking)}
        </BookingBody>
      ) : !isNumber || getErrorStatus(error) === 404 ? (
        <Card>
          <MissingState title={failure} hint="We couldn’t find this booking in your account." action={list} />
        </Card>
      ) : error ? (
        <ErrorState title={failure} error={error} onRetry={refetch} />
      ) : (
        <Columns
          main={
            <Card>
              <SkeletonRows rows={5} />
            </Card>
          }
          aside={
            <Card>
              <SkeletonRows rows={4} />
            </Card>
          }
        />
      )}
    </Page>
  )
}

function BookingBody({ booking, viewer, children }: { booking: Booking; viewer: Side; children: ReactNode }) {
  return (
    <Columns
      main={
        <>
          {viewer === 'caretaker' && isNewBooking(booking) && <NewBookingBanner booking={booking} />}
          <Panel title="When">
            <BookingWindows booking={booking} maxShown={booking.windows.length} />
            <p className="mt-3 text-13 text-ink-soft">
              {`Shown in your time zone, ${formatZone(getBrowserZone())}.`}
            </p>
            {viewer === 'caretaker' && <BookingNotices booking={booking} />}
          </Panel>
          {hasVisitDetails(booking) && (
            <Panel title="About this visit">
              <VisitDetails visit={booking} />
            </Panel>
          )}
          <BookingPrice booking={booking} viewer={viewer} />
        </>
      }
      aside={
        <>
          <PartyCard booking={booking} viewer={viewer} />
          <Panel title="What’s next">
            <ul className="divide-y divide-line">{children}</ul>
          </Panel>
        </>
      }
    />
  )
}

function Columns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-5">{main}</div>
      <div className="flex flex-col gap-5">{aside}</div>
    </div>
  )
}
