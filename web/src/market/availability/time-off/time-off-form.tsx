import type { Rule } from '@tendwell/contract/availability/availability'
import { addDays, getWeekday, type LocalDate, type Zone } from '@tendwell/contract/time'
import { localDateSchema, localTimeSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import { formatDay } from '../../../lib/format/format.ts'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useAddTimeOffMutation, useOwnRulesQuery, useOwnTimeOffQuery } from '../availability-api.ts'
import { showNotAllowed } from '../not-allowed.ts'
import { TimeField } from '../time-field.tsx'
import { type Mark, useReportUnsaved } from '../unsaved.tsx'
import { toPeriodInterval, toTimeOffBody } from './time-off-period.ts'

interface TimeOffFormProps {
  zone: Zone
  today: string
  mark: Mark
}

function periodForm(zone: Zone, today: string) {
  return z
    .object({
      first: z.string().min(1, { error: 'First day is required' }).pipe(localDateSchema),
      last: z.string().min(1, { error: 'Last day is required' }).pipe(localDateSchema),
      isWholeDays: z.boolean(),
      from: localTimeSchema,
      until: localTimeSchema,
    })
    .superRefine((span, context) => {
      const refuse = (path: 'first' | 'last', message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (span.first < today) return refuse('first', 'Choose today or a later date')
      if (span.last < span.first) return refuse('last', 'The last day can’t be before the first')
      const { startMs, endMs } = toPeriodInterval(span, zone)
      if (startMs >= endMs) refuse('last', 'End must be after start')
    })
}

/** The date before, if a weekly night begins on it. */
function findNightBefore(date: LocalDate, rules: readonly Rule[]): LocalDate | undefined {
  const before = addDays(date, -1)
  const hasNight = rules.some((rule) => rule.ends_next_day && rule.weekday === getWeekday(before))
  return hasNight ? before : undefined
}

export function TimeOffForm({ zone, today, mark }: TimeOffFormProps) {
  const form = useZodForm(periodForm(zone, today), {
    defaultValues: { first: '', last: '', isWholeDays: true, from: '12:00', until: '18:00' },
  })
  const { data: planned } = useOwnTimeOffQuery()
  const [addTimeOff] = useAddTimeOffMutation()
  useReportUnsaved(mark, 'time off', form.formState.isDirty)
  const isWholeDays = form.watch('isWholeDays')
  const first = form.watch('first')
  const { data: rules = [] } = useOwnRulesQuery()
  const nightBefore = first && findNightBefore(first, rules)

  const { submit, isPending, formError } = useSubmit(form, {
    send: (span, key) => addTimeOff({ body: toTimeOffBody(span, zone), key }).unwrap(),
    success: 'Time off saved',
    failure: 'Request failed',
    toasts: successToast,
    onSuccess: (_result, _body, sent) => clearSent(form, sent),
    fieldNames: { start_utc: 'first', end_utc: 'last' },
    onFailure: showNotAllowed,
    seen: planned,
  })
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4 rounded-control bg-sand p-4">
      <h3 className="font-sans font-semibold tracking-normal">Plan time off</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field form={form} name="first">
          {(field) => <DateField label="First day" minDay={today} {...field} />}
        </Field>
        <Field form={form} name="last">
          {(field) => <DateField label="Last day" minDay={first || today} {...field} />}
        </Field>
      </div>
      <Field form={form} name="isWholeDays">
        {({ value, onChange, onBlur, name }) => (
          <Checkbox value={value} onChange={onChange} onBlur={onBlur} name={name}>
            All day
          </Checkbox>
        )}
      </Field>
      {isWholeDays && nightBefore && (
        <p role="status" className="text-13 text-ink-soft">
          {`This also closes what it touches of the night of ${formatDay(nightBefore, 'weekday')}.`}
        </p>
      )}
      {!isWholeDays && (
        <div className="flex animate-appear flex-wrap gap-x-6 gap-y-4">
          <TimeField form={form} name="from" label="Start time on the first day" />
          <TimeField form={form} name="until" label="End time on the last day" />
        </div>
      )}
      <FormError message={formError} />
      <div>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : 'Add time off'}
        </Button>
      </div>
    </form>
  )
}
