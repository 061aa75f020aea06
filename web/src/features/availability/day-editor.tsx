import type { WindowBody } from '@tendwell/contract/availability'
import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { showServerErrors, useZodForm } from '../../lib/form.tsx'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DayActions } from './day-actions.tsx'
import { dayForm, newWindow } from './day-form.ts'
import { bodyOf, bookingsOf, type DayHours, type Schedule } from './hours.ts'
import { type Mark, useMark } from './unsaved.tsx'
import { useDayChanges } from './use-day-changes.ts'
import { BookedWindows, type DayFormHandle, WindowFields } from './window-fields.tsx'

/** What was typed for a day and not saved, kept while other days are looked at. */
export type Drafts = RefObject<Map<string, WindowBody[]>>

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
  useDraft(form, hours.date, drafts)
  useSaved(form, open)
  useMark(mark, hours.date, isDirty, { stays: true })
  const adding = useRef<HTMLDivElement>(null)

  const submit = form.handleSubmit(async ({ windows }) => {
    try {
      await changes.save([...booked.map(bodyOf), ...windows])
      form.reset({ windows })
    } catch (error) {
      showServerErrors(form, error, 'Request failed')
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

function SourceLine({ hours: { override, windows } }: { hours: DayHours }) {
  const words = override
    ? override.is_available
      ? 'Hours for this day alone. Your weekly hours don’t count here.'
      : 'You closed this day: families can’t book it.'
    : windows.length > 0
      ? 'These are your weekly hours. Saving gives this day hours of its own.'
      : 'No hours yet: families can’t book this day.'
  return <p className="text-ink-soft">{words}</p>
}

/** Brings back what was typed for the day before, and keeps it when another day is chosen. */
function useDraft(form: DayFormHandle, date: string, drafts: Drafts) {
  const { setValue, getValues } = form
  const isDirty = useRef(false)
  isDirty.current = form.formState.isDirty
  useEffect(() => {
    const kept = drafts.current
    const draft = kept.get(date)
    if (draft) setValue('windows', draft, { shouldDirty: true })
    return () => {
      if (isDirty.current) kept.set(date, getValues('windows') as WindowBody[])
      else kept.delete(date)
    }
  }, [setValue, getValues, date, drafts])
}

/** Takes over what the server has, unless something else was typed meanwhile. */
function useSaved(form: DayFormHandle, windows: WindowBody[]) {
  const { reset, formState } = form
  const saved = JSON.stringify(windows)
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty
  const known = useRef(saved)
  useEffect(() => {
    // The form begins with what is saved: only a change of it is taken over, or a draft just brought back would go.
    if (saved === known.current) return
    known.current = saved
    if (!isDirty.current) reset({ windows: JSON.parse(saved) })
  }, [reset, saved])
}
