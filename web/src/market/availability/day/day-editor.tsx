import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { getErrorMessage } from '../../../lib/errors.ts'
import { formatDay, formatWindow } from '../../../lib/format/format.ts'
import { useZodForm } from '../../../lib/forms/form.tsx'
import { useRecheck } from '../../../lib/forms/use-recheck.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast, toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { type DayHours, type Schedule, toWindowBody } from '../hours.ts'
import { showNotAllowed } from '../not-allowed.ts'
import { describeTimeOff } from '../time-off/describe-time-off.ts'
import { type Mark, useReportUnsaved } from '../unsaved.tsx'
import { keepBookedHours, overlaps } from './booked-hours.ts'
import { describeBusy } from './busy-hours.ts'
import { DayActions } from './day-actions.tsx'
import { type Drafts, useDayDraft, useSaved } from './day-drafts.ts'
import { dayForm, newWindow } from './day-form.ts'
import { useDayChanges } from './use-day-changes.ts'
import { BookedTimes, WindowFields } from './window-fields.tsx'

const failure = 'Request failed'

interface DayEditorProps {
  caregiverId: number
  hours: DayHours
  /** The schedule of the day's month. */
  schedule: Schedule
  today: string
  drafts: Drafts
  mark: Mark
}

function useDayForm({ caregiverId, hours, schedule, drafts, mark }: DayEditorProps) {
  const saved = hours.windows.map(toWindowBody)
  const form = useZodForm(dayForm(hours.keptWindows.length > 0), { defaultValues: { windows: saved } })
  useRecheck(form)
  const changes = useDayChanges(caregiverId, hours, schedule)
  const { isDirty } = form.formState
  const { isHere, markSaved } = useDayDraft(form, hours.date, drafts, mark)
  useSaved(form, saved)
  useReportUnsaved(mark, hours.date, isDirty, { stays: true })
  const submission = useSubmit(form, {
    send: ({ windows }, key) => changes.save(keepBookedHours(windows, hours.keptWindows), key),
    success: 'Window saved',
    failure,
    toasts: successToast,
    onSuccess: (_result, { windows }) => markSaved(windows),
    onFailure: (error) => {
      showNotAllowed(error)
      if (!isHere()) toast.error(`${formatDay(hours.date, 'weekday')}: ${getErrorMessage(error, failure)}`)
    },
    seen: schedule.overrides,
  })
  return { form, changes, ...submission }
}

/** Edits the hours of one day. Its key is the date. */
export function DayEditor(props: DayEditorProps) {
  const { caregiverId, hours, schedule, today } = props
  const { form, changes, submit, isPending, formError } = useDayForm(props)
  const rows = useFieldArray({ control: form.control, name: 'windows' })
  const { errors, isDirty } = form.formState
  const adding = useRef<HTMLDivElement>(null)
  const message = errors.windows?.root?.message ?? errors.windows?.message ?? formError
  const isEmpty = rows.fields.length === 0
  const isClosed = hours.override?.is_available === false
  const typed = form.watch('windows')
  const isBooked = (index: number) =>
    hours.keptWindows.some((booked) => typed[index] && overlaps(typed[index], booked))
  const remove = (index: number) => {
    rows.remove(index)
    // The pressed button is removed, so the focus moves to the next one.
    adding.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SourceLine hours={hours} />
        <BookedTimes booked={hours.bookedHours} stray={hours.stray} />
        {rows.fields.map((row, index) => (
          <WindowFields
            key={row.id}
            form={form}
            index={index}
            remove={isBooked(index) ? undefined : () => remove(index)}
          />
        ))}
        <div ref={adding}>
          <Button
            variant={isEmpty ? 'secondary' : 'quiet'}
            icon={<Plus className="size-4" />}
            onPress={() => rows.append(newWindow())}
            className={isEmpty ? '' : '-ml-5'}
          >
            Add a time window
          </Button>
        </div>
        <FormError message={message} />
        {!(isClosed && isEmpty) && (
          <div className="flex flex-wrap items-center gap-4 border-t border-line pt-5">
            <Button type="submit" isPending={isPending}>
              {isPending ? 'Saving…' : 'Save'}
            </Button>
            {isDirty && <span className="text-13 text-ink-soft">Not saved yet</span>}
          </div>
        )}
      </form>
      <DayActions
        caregiverId={caregiverId}
        hours={hours}
        zone={schedule.zone}
        today={today}
        changes={changes}
        isEdited={isDirty}
        forget={() => form.reset()}
      />
    </>
  )
}

/** The hours of one day, for a caregiver who can't change them now. */
export function DayView({ hours }: { hours: DayHours }) {
  return (
    <div className="flex flex-col gap-4">
      <SourceLine hours={hours} />
      <ul className="tabular flex flex-col gap-2 font-semibold empty:hidden">
        {hours.windows.map(({ start_local: start, end_local: end }) => (
          <li key={start}>{formatWindow(start, end)}</li>
        ))}
      </ul>
      <BookedTimes booked={hours.bookedHours} stray={hours.stray} />
    </div>
  )
}

/** Whether the hours are the day's own or weekly, any time off, and what outside calendars close. */
function SourceLine({ hours: { override, windows, timeOff, busy } }: { hours: DayHours }) {
  const words = override
    ? override.is_available
      ? 'This day has its own hours, which replace your weekly hours.'
      : 'You closed this day. Families can’t book it.'
    : windows.length > 0
      ? 'These are your weekly hours. Changes you save here apply to this day only.'
      : 'No hours yet. Families can’t book this day.'
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">{words}</p>
      {timeOff && <p className="font-semibold">{describeTimeOff(timeOff)}</p>}
      {busy.map((hours) => (
        <p key={hours.calendarId} className="font-semibold wrap-anywhere">
          {`${describeBusy(hours)}. Families can’t book these times.`}
        </p>
      ))}
    </div>
  )
}
