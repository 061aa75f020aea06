import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { ReactNode } from 'react'
import { getErrorStatus } from '../../../lib/errors.ts'
import { formatZone, getBrowserZone } from '../../../lib/format/format.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { hasVisitDetails, VisitDetails } from '../../../shared/visits/visit-details.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useBookingQuery } from '../bookings-api.ts'
import { MoveAction } from '../move/move-action.tsx'
import { MoveNotice } from '../move/move-notice.tsx'
import { NewBookingBanner } from '../requests/new-booking-banner.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { BookingNotices } from './booking-notices.tsx'
import { BookingPolicy } from './booking-policy.tsx'
import { BookingPrice } from './booking-price.tsx'
import { getBookingStatus, getOtherParty, isNewBooking } from './booking-state.ts'
import { BookingWindows } from './booking-windows.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { PartyCard } from './party-card.tsx'
import { canChangeVisit, VisitAction } from './visit-action.tsx'

interface BookingViewProps {
  requestId: number
  viewer: Side
  /** The viewer's bookings. */
  list: { label: string; to: string }
  /** What is shown instead, as a page, where the viewer has no such booking. */
  unpaid?: (missing: ReactNode) => ReactNode
  /** What to do next, as `NextStep`s. */
  children: (booking: BookingDetail) => ReactNode
  /** Beside the other side: what else can be done about them. */
  menu?: (booking: BookingDetail) => ReactNode
  /** Says why the two can't write to each other, if there is more to say than that. */
  closedNote?: (booking: BookingDetail) => ReactNode
  /** What to do when something is wrong. */
  safety?: (booking: BookingDetail) => ReactNode
  /** Asks how the other side was. */
  rating?: (booking: BookingDetail) => ReactNode
}

const failure = 'Failed to load booking'

/** A paid request as one of its two sides sees it. */
export function BookingView(props: BookingViewProps) {
  const { requestId, viewer, list, unpaid, children, menu, closedNote, safety, rating } = props
  const isNumber = Number.isSafeInteger(requestId) && requestId > 0
  const query = useBookingQuery(
    { side: viewer, requestId },
    { skip: !isNumber, refetchOnMountOrArgChange: true },
  )
  const { currentData: booking } = query
  const missing = (
    <Card>
      <MissingState title={failure} hint="We couldn’t find this booking in your account." action={list} />
    </Card>
  )
  if (unpaid && !booking && getErrorStatus(query.error) === 404) return unpaid(missing)
  return (
    <Page
      title={booking ? `Booking with ${getOtherParty(booking, viewer).name}` : 'Booking'}
      lead={isNumber && `Booking #${requestId}`}
      back={<BackLink to={list.to}>{list.label}</BackLink>}
      actions={booking && <StatusPill status={getBookingStatus(booking)} />}
    >
      {isNumber ? (
        <QueryBody query={query} failure={failure} skeleton={<BookingSkeleton />} missing={missing}>
          {(booking) => (
            <BookingBody
              booking={booking}
              viewer={viewer}
              menu={menu?.(booking)}
              closedNote={closedNote?.(booking)}
              safety={safety?.(booking)}
              rating={rating?.(booking)}
            >
              {children(booking)}
            </BookingBody>
          )}
        </QueryBody>
      ) : (
        missing
      )}
    </Page>
  )
}

/** The hours, the visit and the price; the other side and what to do next. */
function BookingSkeleton() {
  return (
    <Loading>
      <Columns
        main={['h-56', 'h-58', 'h-66'].map((height) => (
          <Card key={height} className={`p-5 sm:p-6 ${height}`}>
            <SkeletonLines />
          </Card>
        ))}
        aside={
          <>
            <Card className="h-50 p-5 sm:p-6">
              <span className="flex items-center gap-4">
                <Skeleton className="size-20 shrink-0 rounded-full" />
                <Skeleton className="h-6 w-40" />
              </span>
            </Card>
            <Card className="h-100 p-5 sm:p-6">
              <SkeletonLines />
            </Card>
          </>
        }
      />
    </Loading>
  )
}

function SkeletonLines() {
  return (
    <>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="mt-3 h-4 w-4/5" />
    </>
  )
}

interface BookingBodyProps {
  booking: BookingDetail
  viewer: Side
  children: ReactNode
  menu: ReactNode
  closedNote: ReactNode
  safety: ReactNode
  rating: ReactNode
}

function BookingBody({ booking, viewer, children, menu, closedNote, safety, rating }: BookingBodyProps) {
  // On a phone, what is aside comes last.
  const isUnderWay = getBookingStatus(booking) === 'in_progress'
  const isChangeable = viewer === 'caretaker' && canChangeVisit(booking)
  return (
    <Columns
      main={
        <>
          {isUnderWay && safety}
          <HoldNotice booking={booking} viewer={viewer} />
          {viewer === 'caretaker' && isNewBooking(booking) && <NewBookingBanner booking={booking} />}
          {booking.move && <MoveNotice booking={booking} move={booking.move} viewer={viewer} />}
          <Panel title="When" actions={<MoveAction booking={booking} viewer={viewer} />}>
            <BookingWindows booking={booking} viewer={viewer} isPage />
            <p className="mt-3 text-13 text-ink-soft">
              {`Shown in your time zone, ${formatZone(getBrowserZone())}.`}
            </p>
            <AddToCalendar booking={booking} viewer={viewer} />
            {viewer === 'caretaker' && <BookingNotices booking={booking} />}
          </Panel>
          {booking.is_restricted && <HiddenDetails />}
          {(hasVisitDetails(booking) || isChangeable) && (
            <Panel title="About this visit" actions={isChangeable && <VisitAction booking={booking} />}>
              {hasVisitDetails(booking) ? (
                <VisitDetails visit={booking} />
              ) : (
                <p className="text-ink-soft">Who needs care, where, and whom to call in an emergency.</p>
              )}
            </Panel>
          )}
          <BookingPrice booking={booking} viewer={viewer} />
          <BookingPolicy booking={booking} viewer={viewer} />
        </>
      }
      aside={
        <>
          <PartyCard booking={booking} viewer={viewer} menu={menu} closedNote={closedNote} />
          <Panel title="What’s next" className="has-[ul:empty]:hidden">
            <ul className="divide-y divide-line">{children}</ul>
          </Panel>
          {rating}
          {!isUnderWay && safety}
        </>
      }
    />
  )
}

/** Why a caregiver whom staff flagged or rejected reads nothing of the visit. */
function HiddenDetails() {
  return (
    <Panel
      title="About this visit"
      actions={
        <ButtonLink to={paths.contact} variant="secondary" size="small">
          Contact Support
        </ButtonLink>
      }
    >
      <p className="text-ink-soft">
        Your profile is not verified right now, so you see the children, the address, the note and the phone
        number only from 48 hours before the visit until its end. Write to us if you have questions.
      </p>
    </Panel>
  )
}

function Columns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex flex-col gap-5">{main}</div>
      <div className="flex flex-col gap-5">{aside}</div>
    </div>
  )
}
