import { DISPUTE_DAYS } from '@tendwell/contract/safety/dispute-types'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../../lib/session/session.ts'
import { useDisputableBookingsQuery } from '../../../shared/disputes/disputes-api.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { EmptyCalendar } from '../../../ui/scenes/empty-calendar.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { DisputeForm } from './dispute-form.tsx'

export function OpenDisputePage() {
  const { user } = useSession()
  return (
    <Page
      title="Create Dispute"
      lead="We hold the payment until the dispute is resolved, and we listen to both sides."
      back={<BackLink to={paths.caretakerDisputes}>Disputes</BackLink>}
      width="reading"
    >
      {user && <NewDispute userId={user.id} />}
    </Page>
  )
}

/** The form, shown once the bookings that can be disputed have loaded. */
function NewDispute({ userId }: { userId: number }) {
  const [params] = useSearchParams()
  const query = useDisputableBookingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const hasBookings = query.data !== undefined && query.data.count > 0
  // Once shown, the form stays, because it may still send evidence when the last booking leaves the list.
  const [isFilling, setFilling] = useState(false)
  useEffect(() => {
    if (hasBookings) setFilling(true)
  }, [hasBookings])
  return (
    <QueryBody
      query={query}
      failure="Failed to load bookings"
      skeleton={
        <Card className="p-5 sm:p-8">
          <SkeletonRows rows={5} />
        </Card>
      }
    >
      {(bookings) => (
        <Card className="p-5 sm:p-8">
          {hasBookings || isFilling ? (
            <DisputeForm bookings={bookings.results} userId={userId} bookingId={params.get('booking')} />
          ) : (
            <EmptyState
              title="No available bookings for dispute creation"
              hint={`You can open one dispute per booking, from payment until ${DISPUTE_DAYS} days after the booking ends.`}
              action={<ButtonLink to={paths.bookings}>My Bookings</ButtonLink>}
              scene={<EmptyCalendar />}
            />
          )}
        </Card>
      )}
    </QueryBody>
  )
}
