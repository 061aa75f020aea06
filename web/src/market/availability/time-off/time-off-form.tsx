import { addDays, type Zone } from '@tendwell/contract/time'
import { localDateSchema, localTimeSchema } from '@tendwell/contract/wire'
import { z } from 'zod'
import { formatDay, formatList } from '../../../lib/format/format.ts'
import { clearSent, Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useRecheck } from '../../../lib/forms/use-recheck.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { successToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import {
  useAddTimeOffMutation,
  useOwnOverridesQuery,
  useOwnRulesQuery,
  useOwnTimeOffQuery,
} from '../availability-api.ts'
import { showNotAllowed } from '../not-allowed.ts'
import { TimeField } from '../time-field.tsx'
import { type Mark, useReportUnsaved } from '../unsaved.tsx'
import { type TimeOffPeriod, toPeriodInterval, toTimeOffBody } from './time-off-period.ts'
import { listTouchedNights } from './touched-nights.ts'

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

/** The nights that the time off in the form touches, in words; empty without any. */
function useTouchedNights(period: TimeOffPeriod, zone: Zone): string {
  const { first, last } = period
  const isComplete = first !== '' && first <= last
  const { data: rules = [] } = useOwnRulesQuery()
  const { currentData: overrides = [] } = useOwnOverridesQuery(
    { from: isComplete ? addDays(first, -1) : '', to: last },
    { skip: !isComplete },
  )
  if (!isComplete) return ''
  const nights = listTouchedNights(period, { zone, overrides, rules })
  return nights.length > 0
    ? formatList(nights.map((date) => `the night of ${formatDay(date, 'weekday')}`))
    : ''
}

export function TimeOffForm({ zone, today, mark }: TimeOffFormProps) {
  const form = useZodForm(periodForm(zone, today), {
    defaultValues: { first: '', last: '', isWholeDays: true, from: '12:00', until: '18:00' },
  })
  const { data: planned } = useOwnTimeOffQuery()
  const [addTimeOff] = useAddTimeOffMutation()
  useReportUnsaved(mark, 'time off', form.formState.isDirty)
  useRecheck(form)
  const period = form.watch()
  const { isWholeDays, first } = period
  const nights = useTouchedNights(period, zone)

  const { submit, isPending, formError } = useSubmit(form, {
    send: (span, key) => addTimeOff({ body: toTimeOffBody(span, zone), key }).unwrap(),
    success: nights ? `Time off saved. It also closes what it touches of ${nights}` : 'Time off saved',
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
      {!isWholeDays && (
        <div className="flex animate-appear flex-wrap gap-x-6 gap-y-4">
          <TimeField form={form} name="from" label="Start time on the first day" />
          <TimeField form={form} name="until" label="End time on the last day" />
        </div>
      )}
      <p role="status" className="font-medium empty:hidden">
        {nights && `This also closes what it touches of ${nights}.`}
      </p>
      <FormError message={formError} />
      <div>
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : 'Add time off'}
        </Button>
      </div>
    </form>
  )
}
