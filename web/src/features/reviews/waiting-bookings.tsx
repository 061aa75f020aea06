import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import type { ReviewableBooking } from '@tendwell/contract/reviews'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { formatDay, formatHours, formatWindow } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DotRow } from '../../ui/dot-row.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useReviewableBookingsQuery } from './api.ts'
import { ReviewDialog } from './review-dialog.tsx'

/** The bookings that have ended and wait for a review. */
export function WaitingBookings() {
  const { page, setPage, learn } = usePage(LIST_PAGE_SIZES.ownReviews)
  const [chosen, setChosen] = useState<ReviewableBooking | null>(null)
  const query = useReviewableBookingsQuery({ page }, { refetchOnMountOrArgChange: true })
  const { data, currentData, error, refetch } = query
  learn(currentData?.count)
  return (
    <Panel
      title="Waiting for your review"
      isLoading={!data && !error}
      skeleton={<SkeletonRows rows={3} />}
      error={
        error &&
        !data && {
          title: 'Failed to load bookings',
          detail: messageOf(error, '') || undefined,
          onRetry: refetch,
        }
      }
      empty={
        data?.count === 0 && (
          <EmptyState
            title="Nothing to review now"
            hint="Once a booked time has ended, you can say here how it was."
            action={
              <ButtonLink to={paths.bookings} variant="secondary">
                My Bookings
              </ButtonLink>
            }
          />
        )
      }
    >
      <ul aria-label="Bookings to review" aria-busy={!currentData} className="divide-y divide-line">
        {data?.results.map((booking) => (
          <li
            key={booking.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <div className="flex min-w-0 items-center gap-4">
              <Avatar name={booking.caregiver_name} src={booking.caregiver_avatar} />
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{booking.caregiver_name}</p>
                <p className="tabular text-13 text-ink-soft">
                  <DotRow words={whenOf(booking)} />
                </p>
              </div>
            </div>
            <Button
              variant="secondary"
              aria-label={`Write a review of ${booking.caregiver_name}, ${formatDay(booking.date_local)}`}
              onPress={() => setChosen(booking)}
              className="max-sm:w-full"
            >
              Write a review
            </Button>
          </li>
        ))}
      </ul>
      <Pagination
        label="Bookings to review"
        page={page}
        pageSize={LIST_PAGE_SIZES.ownReviews}
        count={data?.count ?? 0}
        onPage={setPage}
      />
      {chosen && (
        <ReviewDialog
          key={chosen.id}
          booking={chosen}
          when={whenOf(chosen).join(' · ')}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  )
}

function whenOf({ date_local, start_local, end_local, timezone, hours }: ReviewableBooking): string[] {
  return [
    formatDay(date_local, 'weekday'),
    formatWindow(start_local, end_local, timezone),
    formatHours(hours),
  ]
}
