import { Lock, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Field } from '../../../lib/form.tsx'
import { formatWindow } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { TimePicker } from '../../../ui/time-picker.tsx'
import type { dayForm } from '../day-form.ts'
import type { BookedHours, HoursWindow } from '../hours.ts'

type DayForm = ReturnType<typeof dayForm>
export type DayFormHandle = UseFormReturn<z.input<DayForm>, unknown, z.output<DayForm>>

interface WindowFieldsProps {
  form: DayFormHandle
  index: number
  isDisabled: boolean
  remove: () => void
}

/** One window of the day: start, end, slot length and buffer. */
export function WindowFields({ form, index, isDisabled, remove }: WindowFieldsProps) {
  const name = `windows.${index}` as const
  return (
    <fieldset className="animate-appear rounded-control border border-line px-4 pt-1 pb-4">
      <legend className="sr-only">Time window {index + 1}</legend>
      <div className="mb-1 flex items-center justify-between">
        <span aria-hidden="true" className="text-13 font-semibold text-ink-soft">
          {' '}
          Time window {index + 1}
        </span>
        <IconButton
          label={`Remove time window ${index + 1}`}
          icon={<Trash2 className="size-4.5" aria-hidden="true" />}
          onPress={remove}
          className="-mr-2.5"
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Field form={form} name={`${name}.start_local`}>
          {({ name: _name, onBlur: _onBlur, ...field }) => (
            <TimePicker label="Start" isDisabled={isDisabled} {...field} />
          )}
        </Field>
        <Field form={form} name={`${name}.end_local`}>
          {({ name: _name, onBlur: _onBlur, ...field }) => (
            <TimePicker label="End" isDisabled={isDisabled} {...field} />
          )}
        </Field>
      </div>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field form={form} name={`${name}.slot_minutes`}>
          {({ value, onChange, ...field }) => (
            <NumberField
              label="Slot minutes"
              step={5}
              isDisabled={isDisabled}
              value={wholeOrNull(value)}
              onChange={(next) => onChange(next ?? Number.NaN)}
              {...field}
            />
          )}
        </Field>
        <Field form={form} name={`${name}.buffer_minutes`}>
          {({ value, onChange, ...field }) => (
            <NumberField
              label="Buffer minutes"
              step={5}
              isDisabled={isDisabled}
              value={wholeOrNull(value)}
              onChange={(next) => onChange(next ?? Number.NaN)}
              {...field}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

interface BookedWindowsProps {
  windows: readonly HoursWindow[]
  /** The bookings in a window. */
  bookingsIn: (window: HoursWindow) => readonly BookedHours[]
  /** Bookings outside all windows, made before the hours changed. */
  stray: readonly BookedHours[]
}

export function BookedWindows({ windows, bookingsIn, stray }: BookedWindowsProps) {
  if (windows.length + stray.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {windows.map((window) => (
        <LockedHours key={window.start_local} start={window.start_local} end={window.end_local}>
          Families have booked {bookingsIn(window).map(formatBookedHours).join(', ')}, so you can’t change or
          remove this window.
        </LockedHours>
      ))}
      {stray.map(({ start, end }) => (
        <LockedHours key={`stray ${start}`} start={start} end={end}>
          Booked before you changed your hours. This booking stays in place.
        </LockedHours>
      ))}
    </ul>
  )
}

function formatBookedHours({ start, end }: BookedHours): string {
  return formatWindow(start, end)
}

/** A booked window, which cannot be changed or removed. @see docs/rules/availability.md#booked-windows */
function LockedHours({ start, end, children }: { start: string; end: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      <Lock className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="tabular flex-1 font-semibold whitespace-nowrap">{formatWindow(start, end)}</span>
      <StatusPill status="confirmed" word="Booked" />
      <span className="w-full text-13">{children}</span>
    </li>
  )
}

function wholeOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
