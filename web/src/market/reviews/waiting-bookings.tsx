import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { ReviewableBooking } from '@tendwell/contract/reviews/reviews'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsLeaving } from '../../lib/address/use-is-leaving.ts'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlParams } from '../../lib/address/use-url-params.ts'
import { formatDay, formatHours, formatWindow } from '../../lib/format/format.ts'
import { useReviewableBookingsQuery } from '../../shared/reviews/reviews-api.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DotRow } from '../../ui/dot-row.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ReviewDialog } from './review-dialog.tsx'

/** The bookings that have ended and are not reviewed yet. */
export function WaitingBookings() {
  const [chosen, setChosen] = useState<ReviewableBooking | null>(null)
  const list = usePagedQuery(
    useReviewableBookingsQuery,
    {},
    { pageSize: LIST_PAGE_SIZES.ownReviews, pageKey: 'waiting_page', refetchOnMountOrArgChange: true },
  )
  useChosenByLink(list.rows, setChosen)
  return (
    <>
      <ListPanel
        title="Waiting for your review"
        label="Bookings to review"
        list={list}
        failure="Failed to load bookings"
        skeleton={<SkeletonRows rows={LIST_PAGE_SIZES.ownReviews} height="h-41 sm:h-20" />}
        empty={
          <EmptyState
            title="Nothing to review right now"
            hint="Once a booking has ended, you can review it here."
            action={
              <ButtonLink to={paths.bookings} variant="secondary">
                My Bookings
              </ButtonLink>
            }
          />
        }
      >
        {(bookings) => (
          <ul aria-label="Bookings to review" className="divide-y divide-line">
            {bookings.map((booking) => (
              <WaitingBooking key={booking.id} booking={booking} onReview={() => setChosen(booking)} />
            ))}
          </ul>
        )}
      </ListPanel>
      {chosen && (
        <ReviewDialog
          key={chosen.id}
          booking={chosen}
          when={describeTime(chosen).join(' · ')}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

/** A link from a booking opens its review at once. */
function useChosenByLink(
  bookings: readonly ReviewableBooking[] | undefined,
  choose: (booking: ReviewableBooking) => void,
): void {
  const { params, change, state } = useUrlParams()
  const isLeaving = useIsLeaving()
  const booking = bookings?.find(({ id }) => String(id) === params.get('booking'))
  const open = useEffectEvent((linked: ReviewableBooking) => {
    choose(linked)
    change(
      (changed) => {
        changed.delete('booking')
        return changed
      },
      { replace: true, state },
    )
  })
  useEffect(() => {
    if (booking && !isLeaving) open(booking)
  }, [booking, isLeaving])
}

function WaitingBooking({ booking, onReview }: { booking: ReviewableBooking; onReview: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={booking.caregiver_name} src={booking.caregiver_avatar} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{booking.caregiver_name}</p>
          <p className="tabular text-13 text-ink-soft">
            <DotRow words={describeTime(booking)} />
          </p>
        </div>
      </div>
      <Button
        variant="secondary"
        aria-label={`Write a review of ${booking.caregiver_name}, ${formatDay(booking.date_local)}`}
        onPress={onReview}
        className="max-sm:w-full"
      >
        Write a review
      </Button>
    </li>
  )
}

function describeTime({ date_local, start_local, end_local, timezone, hours }: ReviewableBooking): string[] {
  return [
    formatDay(date_local, 'weekday'),
    formatWindow(start_local, end_local, timezone),
    formatHours(hours),
  ]
}
