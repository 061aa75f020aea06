import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { messageOf } from '../../lib/errors.ts'
import { showServerErrors, useZodForm } from '../../lib/form.tsx'
import { formatDay, formatWindow } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { DayActions } from './day-actions.tsx'
import { type Drafts, useDraft, useSaved } from './day-drafts.ts'
import { dayForm, newWindow } from './day-form.ts'
import { bodyOf, bookingsOf, type DayHours, type Schedule, type TimeOffHours } from './hours.ts'
import { type Mark, useMark } from './unsaved.tsx'
import { useDayChanges } from './use-day-changes.ts'
import { BookedWindows, WindowFields } from './window-fields.tsx'

interface DayEditorProps {
  caregiverId: number
  hours: DayHours
  /** Of the month of the day. */
  schedule: Schedule
  today: string
  drafts: Drafts
  mark: Mark
  /** Does it, or says that it is not allowed. */
  guard: (action: () => void) => void
  isLocked: boolean
}

/** The hours of one day; its key is the date. */
export function DayEditor(props: DayEditorProps) {
  const { caregiverId, hours, schedule, today, drafts, mark, guard, isLocked } = props
  const booked = hours.windows.filter((window) => window.booked)
  const open = hours.windows.filter((window) => !window.booked).map(bodyOf)
  const form = useZodForm(dayForm(booked.map(bodyOf)), { defaultValues: { windows: open } })
  const rows = useFieldArray({ control: form.control, name: 'windows' })
  const changes = useDayChanges(caregiverId, hours)
  const { errors, isDirty } = form.formState
  const { isHere, stored } = useDraft(form, hours.date, drafts, mark)
  useSaved(form, open)
  useMark(mark, hours.date, isDirty, { stays: true })
  const adding = useRef<HTMLDivElement>(null)

  const submit = form.handleSubmit(async ({ windows }) => {
    try {
      await changes.save([...booked.map(bodyOf), ...windows])
      stored(windows)
    } catch (error) {
      if (isHere()) showServerErrors(form, error, 'Request failed')
      else toast.error(`${formatDay(hours.date, 'weekday')}: ${messageOf(error, 'Request failed')}`)
    }
  })
  const message = errors.windows?.root?.message ?? errors.windows?.message ?? errors.root?.server?.message
  const isEmpty = rows.fields.length === 0 && booked.length === 0
  return (
    <Panel title="Day hours" lead={formatDay(hours.date, 'long')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          guard(() => void submit())
        }}
        className="flex flex-col gap-4"
      >
        <SourceLine hours={hours} />
        <BookedWindows
          windows={booked}
          bookingsIn={(window) => bookingsOf(hours.date, schedule, window)}
          stray={hours.stray}
        />
        {rows.fields.map((row, index) => (
          <WindowFields
            key={row.id}
            form={form}
            index={index}
            isDisabled={isLocked}
            remove={() =>
              guard(() => {
                rows.remove(index)
                // The button that was pressed is gone: the keyboard goes on from the next one.
                adding.current?.querySelector('button')?.focus()
              })
            }
          />
        ))}
        <div ref={adding}>
          <Button
            variant={isEmpty ? 'secondary' : 'quiet'}
            icon={<Plus className="size-4" aria-hidden="true" />}
            onPress={() => guard(() => rows.append(newWindow()))}
            className={isEmpty ? '' : '-ml-5'}
          >
            Add a window
          </Button>
        </div>
        <FormError message={message} />
        <div className="flex flex-wrap items-center gap-4 border-t border-line pt-5">
          <Button type="submit" isPending={changes.isSaving}>
            {changes.isSaving ? 'Saving…' : 'Save'}
          </Button>
          {isDirty && <span className="text-13 text-ink-soft">Not saved yet</span>}
        </div>
      </form>
      <DayActions
        caregiverId={caregiverId}
        hours={hours}
        zone={schedule.zone}
        today={today}
        changes={changes}
        guard={guard}
        isEdited={isDirty}
        forget={() => form.reset()}
      />
    </Panel>
  )
}

/** Where the hours come from, and what time off takes of them. */
function SourceLine({ hours: { override, windows, timeOff } }: { hours: DayHours }) {
  const words = override
    ? override.is_available
      ? 'Hours for this day alone. Your weekly hours don’t count here.'
      : 'You closed this day: families can’t book it.'
    : windows.length > 0
      ? 'These are your weekly hours. Saving gives this day hours of its own.'
      : 'No hours yet: families can’t book this day.'
  return (
    <div className="flex flex-col gap-1">
      <p className="text-ink-soft">{words}</p>
      {timeOff && <p className="font-semibold">{timeOffWords(timeOff)}</p>}
    </div>
  )
}

function timeOffWords({ isWhole, stretches }: TimeOffHours): string {
  if (isWhole) return 'You have time off: no hours are offered on this day, whatever is set here.'
  const hours = stretches.map(({ start, end }) => formatWindow(start, end))
  return `You have time off, ${new Intl.ListFormat('en-US').format(hours)}: no hours are offered then.`
}
