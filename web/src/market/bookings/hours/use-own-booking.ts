import { type LocalDate, toLocalDate } from '@tendwell/contract/time'
import { toInterval } from '../../../lib/format/instants.ts'
import { useCaretakerBookingsQuery } from '../bookings-api.ts'

/**
 * The family's own booking with a caregiver on a day in `zone`. A night is on both of its days.
 * @see docs/rules/bookings.md#on-screen
 */
export function useOwnBooking(caregiverId: number, date: LocalDate, zone: string) {
  const { currentData, isLoading } = useCaretakerBookingsQuery({ when: 'upcoming', page: 1, page_size: 100 })
  const booking = currentData?.results.find(
    ({ caregiver_id, windows }) =>
      caregiver_id === caregiverId &&
      windows.some((window) => {
        const { startMs, endMs } = toInterval(window)
        return (
          window.state !== 'canceled' &&
          toLocalDate(startMs, zone) <= date &&
          date <= toLocalDate(endMs - 1, zone)
        )
      }),
  )
  return { booking, isLoading }
}
