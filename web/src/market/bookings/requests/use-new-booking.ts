import { useState } from 'react'
import { readItem, saveItem } from '../../../lib/session/user-storage.ts'
import { useCaretakerBookingsQuery } from '../bookings-api.ts'
import { isNewBooking } from '../manage/booking-state.ts'

const kind = 'dismissed-confirmation'

/** The family's newest booking, as long as it is new and its confirmation was not dismissed. */
export function useNewBooking(userId: number) {
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
