import type { Rule } from '@tendwell/contract/availability/availability'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { formatDay, formatWeekday, plural } from '../../../lib/format/format.ts'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useRecheck } from '../../../lib/forms/use-recheck.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import { useSetWeekMutation } from '../availability-api.ts'
import { showNotAllowed } from '../not-allowed.ts'
import { OvernightField } from '../overnight-field.tsx'
import { SlotFields } from '../slot-fields.tsx'
import { TimeField } from '../time-field.tsx'
import { type Mark, useReportUnsaved } from '../unsaved.tsx'
import {
  findSharedHours,
  formatWeekdays,
  nextWindow,
  shortName,
  type WeekForm as WeekFormValues,
  type WeekGroup,
  weekdays,
  weekend,
  weekForm,
  workdays,
} from './week.ts'

interface WeekFormProps {
  /** The days being edited; null for the empty form. */
  edited: WeekGroup | null
  rules: readonly Rule[]
  done: () => void
  mark: Mark
  /** Whether it was opened by a press: it then takes the focus, and can be closed. */
  isAsked: boolean
}

const dayOptions = weekdays.map((day) => ({ id: day, label: shortName(day), name: formatWeekday(day) }))
const picks = [
  { label: 'Weekdays', days: workdays },
  { label: 'Weekend', days: weekend },
  { label: 'Every day', days: weekdays },
]

/** The empty form. A caregiver's first hours are usually of weekdays. */
function toBlank(hasHours: boolean): WeekFormValues {
  return { weekdays: hasHours ? [] : [...workdays], windows: [nextWindow([])] }
}

function useWeekForm({ edited, rules, done }: Pick<WeekFormProps, 'edited' | 'rules' | 'done'>) {
  const hasHours = rules.length > 0
  const form = useZodForm(weekForm, {
    defaultValues: edited ? { weekdays: edited.weekdays, windows: edited.windows } : toBlank(hasHours),
  })
  const { isDirty } = form.formState
  const follow = useEffectEvent((blank: WeekFormValues) => {
    if (!edited && !isDirty) form.reset(blank)
  })
  useEffect(() => follow(toBlank(hasHours)), [hasHours])
  const [setWeek] = useSetWeekMutation()
  const submission = useSubmit(form, {
    send: (body) => setWeek(body).unwrap(),
    success: 'Weekly hours saved',
    failure: 'Request failed',
    toasts: successToast,
    onSuccess: (_result, _body, sent) => {
      if (clearSent(form, sent, toBlank(true))) done()
    },
    onFailure: showNotAllowed,
  })
  return { form, ...submission }
}

/**
 * Loads the hours of the chosen days into the new form, so that one adds to them. Hours that differ, or that were
 * changed in the form, stay as they are there.
 */
function useChosenHours(
  form: ReturnType<typeof useZodForm<typeof weekForm>>,
  edited: WeekGroup | null,
  rules: readonly Rule[],
) {
  const [loadedDays, setLoadedDays] = useState<readonly number[]>([])
  const untouched = useRef(JSON.stringify(form.getValues('windows')))
  const load = (days: readonly number[]) => {
    const { windows } = form.getValues()
    if (edited || JSON.stringify(windows) !== untouched.current) return
    const shared = findSharedHours(days, rules)
    const next = shared ?? [nextWindow([])]
    untouched.current = JSON.stringify(next)
    setLoadedDays(shared ? days : [])
    if (untouched.current !== JSON.stringify(windows)) form.setValue('windows', next, { shouldDirty: true })
  }
  return { load, loadedDays }
}

/** Sets the times of several weekdays at once. */
export function WeekForm({ edited, rules, done, mark, isAsked }: WeekFormProps) {
  const { form, submit, isPending, formError } = useWeekForm({ edited, rules, done })
  const { errors, isDirty } = form.formState
  const rows = useFieldArray({ control: form.control, name: 'windows' })
  useRecheck(form)
  useReportUnsaved(mark, 'weekly hours', isDirty)
  const chosen = form.watch('weekdays')
  const { load, loadedDays } = useChosenHours(form, edited, rules)
  const element = useRef<HTMLFormElement>(null)
  const takeFocus = useEffectEvent(() => {
    if (isAsked) element.current?.focus()
  })
  useEffect(() => takeFocus(), [])
  const message = errors.windows?.root?.message ?? errors.windows?.message ?? formError
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      onSubmit={submit}
      className="flex scroll-mt-6 flex-col gap-5 rounded-control bg-sand p-4 outline-none sm:p-5"
    >
      <h3 className="font-sans font-semibold tracking-normal">
        {edited
          ? `Edit ${formatWeekdays(edited.weekdays)}`
          : isAsked
            ? 'Change weekly hours'
            : 'Set your weekly hours'}
      </h3>
      <div className="flex flex-col gap-2">
        <Field form={form} name="weekdays">
          {({ value, onChange, error, ref }) => (
            <ToggleGroup
              label="Days"
              options={dayOptions}
              {...{ value, error, ref }}
              onChange={(days) => {
                onChange(days)
                load(days)
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          {picks.map(({ label, days }) => (
            <Button
              key={label}
              variant="secondary"
              size="small"
              onPress={() => {
                form.setValue('weekdays', [...days], {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                })
                load(days)
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className="flex flex-col gap-3">
        {rows.fields.map((row, index) => (
          <TimesRow
            key={row.id}
            form={form}
            index={index}
            remove={rows.fields.length > 1 ? () => rows.remove(index) : undefined}
          />
        ))}
        <Button
          variant="quiet"
          icon={<Plus className="size-4" />}
          onPress={() => rows.append(nextWindow(form.getValues('windows')))}
          className="-ml-5 self-start"
        >
          Add another time
        </Button>
      </div>
      <Replaced edited={edited} loadedDays={loadedDays} rules={rules} chosen={chosen} />
      <FormError message={message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : 'Save hours'}
        </Button>
        {isAsked && (
          <Button variant="secondary" onPress={done}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

interface TimesRowProps {
  form: ReturnType<typeof useZodForm<typeof weekForm>>
  index: number
  remove: (() => void) | undefined
}

function TimesRow({ form, index, remove }: TimesRowProps) {
  const { start, end, ends_next_day: endsNextDay } = form.watch(`windows.${index}`)
  return (
    <fieldset
      className={`flex flex-wrap items-start gap-x-6 gap-y-3 ${index > 0 ? 'mt-2 border-t-2 border-line pt-2' : ''}`}
    >
      <legend className="sr-only">Times {index + 1}</legend>
      {remove && (
        <div className="-mb-2 flex basis-full items-center justify-between">
          <span aria-hidden="true" className="text-13 font-semibold text-ink-soft">
            {' '}
            Times {index + 1}
          </span>
          <IconButton
            label={`Remove times ${index + 1}`}
            icon={<Trash2 className="size-4.5" />}
            onPress={remove}
            className="-mr-2.5"
          />
        </div>
      )}
      <TimeField form={form} name={`windows.${index}.start`} label="From" />
      <TimeField form={form} name={`windows.${index}.end`} label="To" />
      <OvernightField form={form} name={`windows.${index}.ends_next_day`} start={start} end={end} />
      <div className="basis-full">
        <SlotFields
          form={form}
          names={{ slot: `windows.${index}.slot_minutes`, buffer: `windows.${index}.buffer_minutes` }}
          times={{ start, end, endsNextDay }}
        />
      </div>
    </fieldset>
  )
}

/** Says which hours saving replaces, which it leaves alone, and that bookings stay. */
function Replaced({
  edited,
  loadedDays,
  rules,
  chosen,
}: Pick<WeekFormProps, 'edited' | 'rules'> & {
  /** The days whose hours the new form begins with. */
  loadedDays: readonly number[]
  chosen: WeekFormValues['weekdays']
}) {
  const replaced = rules.filter(({ weekday }) => chosen.includes(weekday))
  const days = [...new Set(replaced.map(({ weekday }) => weekday))].filter(
    (day) => !edited?.weekdays.includes(day) && !loadedDays.includes(day),
  )
  const kept = edited?.weekdays.filter((day) => !chosen.includes(day)) ?? []
  const bookedDates = [...new Set(replaced.flatMap((rule) => rule.booked_dates))].sort()
  return (
    <div role="status" className="flex flex-col gap-1 empty:hidden">
      {days.length > 0 && <p>{`This replaces the hours you have on ${formatWeekdays(days.sort())}.`}</p>}
      {kept.length > 0 && (
        <p>{`${formatWeekdays(kept)} ${kept.length === 1 ? 'keeps its' : 'keep their'} current hours.`}</p>
      )}
      {bookedDates.length > 0 && <p>{describeBookedDates(bookedDates)}</p>}
    </div>
  )
}

/** Says that bookings stay when their weekly hours change. */
export function describeBookedDates([first, ...others]: readonly string[]): string {
  if (!first) return 'You have no bookings in these hours.'
  const more = others.length > 0 ? ` and ${plural(others.length, 'more day', 'more days')}` : ''
  return `You have bookings on ${formatDay(first, 'weekday')}${more}. They won’t be affected.`
}
