import { Lock, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { formatWindow } from '../../../lib/format/format.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type BookedHours, isMeeting } from '../hours.ts'
import { OvernightField } from '../overnight-field.tsx'
import { SlotFields } from '../slot-fields.tsx'
import { TimeField } from '../time-field.tsx'
import type { dayForm } from './day-form.ts'

type DayForm = ReturnType<typeof dayForm>
export type DayFormHandle = UseFormReturn<z.input<DayForm>, unknown, z.output<DayForm>>

interface WindowFieldsProps {
  form: DayFormHandle
  index: number
  /** Undefined for a booked window, which can change but not go. */
  remove: (() => void) | undefined
}

/** One window of the day: start, end, slot length and buffer. */
export function WindowFields({ form, index, remove }: WindowFieldsProps) {
  const name = `windows.${index}` as const
  const { start_local: start, end_local: end, ends_next_day: endsNextDay } = form.watch(name)
  return (
    <fieldset className="animate-appear rounded-control border border-line px-4 pt-1 pb-4">
      <legend className="sr-only">Time window {index + 1}</legend>
      <div className="mb-1 flex min-h-11 items-center justify-between">
        <span aria-hidden="true" className="text-13 font-semibold text-ink-soft">
          {' '}
          Time window {index + 1}
        </span>
        {remove && (
          <IconButton
            label={`Remove time window ${index + 1}`}
            icon={<Trash2 className="size-4.5" />}
            onPress={remove}
            className="-mr-2.5"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <TimeField form={form} name={`${name}.start_local`} label="Start" />
        <TimeField form={form} name={`${name}.end_local`} label="End" />
        <OvernightField form={form} name={`${name}.ends_next_day`} start={start} end={end} />
      </div>
      <div className="mt-4">
        <SlotFields
          form={form}
          names={{ slot: `${name}.slot_minutes`, buffer: `${name}.buffer_minutes` }}
          times={{ start, end, endsNextDay }}
        />
      </div>
    </fieldset>
  )
}

interface BookedTimesProps {
  /** The bookings within the day's windows. */
  booked: readonly BookedHours[]
  /** Bookings outside all windows, made before the hours changed. */
  stray: readonly BookedHours[]
}

/** The booked hours of a day, which stay. @see docs/rules/availability.md#booked-windows */
export function BookedTimes({ booked, stray }: BookedTimesProps) {
  if (booked.length + stray.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {booked.map((hours) => (
        <LockedHours key={hours.start} hours={hours}>
          These hours stay, and you can change the hours around them.
        </LockedHours>
      ))}
      {stray.map((hours) => (
        <LockedHours key={`stray ${hours.start}`} hours={hours}>
          {isMeeting(hours.by)
            ? 'Outside the hours that families can book. This meeting stays in place.'
            : 'Booked before you changed your hours. This booking stays in place.'}
        </LockedHours>
      ))}
    </ul>
  )
}

function LockedHours({ hours: { start, end, by }, children }: { hours: BookedHours; children: ReactNode }) {
  const isForMeeting = isMeeting(by)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      <Lock className="size-4.5 shrink-0" />
      <span className="tabular flex-1 font-semibold whitespace-nowrap">{formatWindow(start, end)}</span>
      <StatusPill status="confirmed" word={isForMeeting ? 'Meeting' : 'Booked'} />
      {by.family_name && (
        <Link to={findPath(by)} className="inline-flex min-h-11 w-full items-center font-semibold underline">
          {isForMeeting ? `Meeting with ${by.family_name}` : `Booked by ${by.family_name}`}
        </Link>
      )}
      <span className="w-full text-13">{children}</span>
    </li>
  )
}

/** A booking has its own screen; a meeting is in the list of what waits for an answer or is ahead. */
function findPath({ request_id: requestId, meeting_status: status }: BookedHours['by']): string {
  if (requestId !== null) return paths.caregiverBooking(requestId)
  return status === 'asked' ? paths.incomingRequests : paths.caregiverBookings
}
