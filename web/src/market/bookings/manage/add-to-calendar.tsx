import { mergeAdjacent } from '@tendwell/contract/availability/windows'
import type { Booking } from '@tendwell/contract/bookings/bookings'
import { formatAddress } from '@tendwell/contract/bookings/visit-text'
import { toGoogleCalendarUrl } from '@tendwell/contract/calendars/google'
import { toFirstName } from '@tendwell/contract/people/first-name'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { CalendarPlus } from 'lucide-react'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { saveFile } from '../../../lib/transport/save-file.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { useMakeCalendarFileMutation } from '../bookings-api.ts'
import { getBookingStatus } from './booking-state.ts'

interface AddToCalendarProps {
  booking: Booking
  viewer: Side
}

/**
 * Downloads a booking that isn't over as a file that calendar apps open. If it is one visit, a link also opens
 * Google Calendar with the visit filled in.
 */
export function AddToCalendar({ booking, viewer }: AddToCalendarProps) {
  const { request_id: requestId } = booking
  const [makeFile] = useMakeCalendarFileMutation()
  const { run, isPending } = useAction({
    send: (id: number) => makeFile(id).unwrap(),
    failure: 'Failed to make the calendar file',
    onSuccess: (file) => saveFile(`booking-${requestId}.ics`, file, 'text/calendar'),
  })
  if (['canceled', 'completed'].includes(getBookingStatus(booking))) return null
  const googleUrl = findGoogleUrl(booking, viewer)
  return (
    <div className="mt-1 -ml-3.5 flex flex-wrap">
      <Button
        variant="quiet"
        size="small"
        icon={<CalendarPlus className="size-4" />}
        isPending={isPending}
        onPress={() => run(requestId)}
      >
        Add to calendar
      </Button>
      {googleUrl && (
        <a
          href={googleUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          Add to Google Calendar
        </a>
      )}
    </div>
  )
}

/** The link for the only visit that isn't canceled; null for several. */
function findGoogleUrl(booking: Booking, viewer: Side): string | null {
  const live = booking.windows.filter(({ state }) => state !== 'canceled')
  const [visit, ...others] = mergeAdjacent(
    live.map(({ start_utc, end_utc }) => ({ startMs: toEpochMs(start_utc), endMs: toEpochMs(end_utc) })),
  )
  if (!visit || others.length > 0) return null
  const { request_id: id, caregiver_name: caregiver, caretaker_name: family, address } = booking
  const path = viewer === 'caregiver' ? paths.caregiverBooking(id) : paths.booking(id)
  return toGoogleCalendarUrl({
    ...visit,
    title: viewer === 'caregiver' ? `Care for ${toFirstName(family)}` : `Care with ${toFirstName(caregiver)}`,
    details: `View on ${PRODUCT_NAME}: ${window.location.origin}${path}`,
    location: address && formatAddress(address),
  })
}
