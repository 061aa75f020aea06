import type { Booking } from '@tendwell/contract/bookings/bookings'
import { CalendarPlus } from 'lucide-react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { saveFile } from '../../../lib/transport/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { useMakeCalendarFileMutation } from '../bookings-api.ts'
import { getBookingStatus } from './booking-state.ts'

/** Downloads a booking that isn't over as a file that calendar apps open. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const { request_id: requestId } = booking
  const [makeFile] = useMakeCalendarFileMutation()
  const { run, isPending } = useAction({
    send: (id: number) => makeFile(id).unwrap(),
    failure: 'Failed to make the calendar file',
    onSuccess: (file) => saveFile(`booking-${requestId}.ics`, file, 'text/calendar'),
  })
  if (['canceled', 'completed'].includes(getBookingStatus(booking))) return null
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<CalendarPlus className="size-4" />}
      isPending={isPending}
      onPress={() => run(requestId)}
      className="mt-1 -ml-3.5"
    >
      Add to calendar
    </Button>
  )
}
