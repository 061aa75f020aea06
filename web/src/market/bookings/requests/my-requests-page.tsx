import { LIST_PAGE_SIZE } from '@tendwell/contract/bookings/bookings'
import { X } from 'lucide-react'
import { useState } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { useSession } from '../../../lib/session/session.ts'
import { readItem, saveItem } from '../../../lib/session/user-storage.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CardList } from '../../../ui/list-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { useCaretakerBookingsQuery, useMyRequestsQuery } from '../bookings-api.ts'
import { isNewBooking } from '../manage/booking-state.ts'
import { MyRequest } from './my-request.tsx'
import { NewBookingBanner } from './new-booking-banner.tsx'
import { isOfferedAbove } from './request-notes.ts'

const kind = 'dismissed-confirmation'

/** The family's newest booking, as long as it is new and its confirmation was not dismissed. */
function useNewBooking(userId: number) {
  const { data, isLoading } = useCaretakerBookingsQuery(
    { page: 1, page_size: 1 },
    { refetchOnMountOrArgChange: true },
  )
  const [dismissedId, setDismissedId] = useState<number | null>(null)
  const newest = data?.results[0]
  const isShown =
    newest !== undefined &&
    isNewBooking(newest) &&
    newest.request_id !== dismissedId &&
    readItem(userId, kind, String(newest.request_id)) === null
  const dismiss = (requestId: number) => {
    saveItem(userId, kind, String(requestId), true)
    setDismissedId(requestId)
  }
  return { booking: isShown ? newest : null, isLoading, dismiss }
}

export function MyRequestsPage() {
  const { user } = useSession()
  const list = usePagedQuery(useMyRequestsQuery, {}, { pageSize: LIST_PAGE_SIZE })
  const { booking, isLoading, dismiss } = useNewBooking(user?.id ?? 0)
  return (
    <Page title="My Requests" width="reading">
      {isLoading ? (
        // The list would move when the confirmation appears above it.
        <CardSkeletons />
      ) : (
        <div className="flex flex-col gap-5">
          {booking && (
            <NewBookingBanner
              booking={booking}
              action={
                <span className="flex items-center gap-2">
                  <ButtonLink to={paths.booking(booking.request_id)}>View booking</ButtonLink>
                  <IconButton
                    label="Dismiss"
                    icon={<X className="size-5" />}
                    onPress={() => dismiss(booking.request_id)}
                  />
                </span>
              }
            />
          )}
          <CardList
            label="Requests"
            list={list}
            failure="Failed to load requests"
            empty={
              <EmptyState
                title="No requests yet"
                hint="Choose a caregiver and the times you need. Their response will appear here."
                action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
                scene={<EmptyLetterbox />}
              />
            }
            rowId={(request) => request.id}
          >
            {(request, requests) => (
              <MyRequest request={request} isOfferedAbove={isOfferedAbove(request, requests)} />
            )}
          </CardList>
        </div>
      )}
    </Page>
  )
}
