import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyCalendar } from '../../ui/scenes/empty-calendar.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDisputableBookingsQuery } from './api.ts'
import { DisputeForm } from './dispute-form.tsx'

/** The form, once it is known which bookings a dispute can be about. */
export function NewDispute({ userId }: { userId: number }) {
  const { data, error, refetch } = useDisputableBookingsQuery(undefined, { refetchOnMountOrArgChange: true })
  // Once the form stands it stays, even when its booking was the last one: it may still be sending evidence.
  const [isFilling, setFilling] = useState(false)
  if (!isFilling && data && data.count > 0) setFilling(true)
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to load bookings"
        detail={messageOf(error, '') || undefined}
        onRetry={refetch}
      />
    )
  }
  return (
    <Card className="p-5 sm:p-8">
      {!data ? (
        <SkeletonRows rows={5} />
      ) : data.count === 0 && !isFilling ? (
        <EmptyState
          title="No available bookings for dispute creation"
          hint="A dispute can be opened from payment until 30 days after a booking has ended, once for each booking."
          action={<ButtonLink to={paths.bookings}>My Bookings</ButtonLink>}
          scene={<EmptyCalendar />}
        />
      ) : (
        <DisputeForm bookings={data.results} userId={userId} />
      )}
    </Card>
  )
}
