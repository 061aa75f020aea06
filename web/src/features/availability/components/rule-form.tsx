import { type Rule, ruleBody } from '@tendwell/contract/availability'
import { NEW_WINDOW, validateWindows } from '@tendwell/contract/windows'
import { clearSent, Field, useZodForm } from '../../../lib/form.tsx'
import { formatDay, formatWeekday, plural } from '../../../lib/format.ts'
import { useSubmit } from '../../../lib/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Select } from '../../../ui/select.tsx'
import { TimePicker } from '../../../ui/time-picker.tsx'
import { successToast } from '../../../ui/toast.ts'
import { useSaveRuleMutation } from '../api.ts'
import { weekdays } from '../weekdays.ts'
import { type Mark, useMark } from './unsaved.tsx'

interface RuleFormProps {
  /** The weekly hours being changed; null for new ones. */
  edited: Rule | null
  rules: readonly Rule[]
  done: () => void
  guard: (action: () => void) => void
  mark: Mark
  isLocked: boolean
}

const weekdayOptions = weekdays.map((weekday) => ({ id: String(weekday), label: formatWeekday(weekday) }))

/**
 * A weekday's hours, checked against the other hours of that weekday. New hours that already exist pass: they were added
 * by a call whose answer was lost, or in another tab, and the server accepts them again.
 */
function ruleForm(others: readonly Rule[], isNew: boolean) {
  return ruleBody.superRefine((rule, context) => {
    const sameDay = others.filter(({ weekday }) => weekday === rule.weekday)
    if (isNew && sameDay.some(({ start, end }) => start === rule.start && end === rule.end)) return
    const [message] = validateWindows([rule, ...sameDay])
    if (message) context.addIssue({ code: 'custom', path: ['end'], message })
  })
}

function useRuleForm(edited: Rule | null, rules: readonly Rule[], done: () => void) {
  const form = useZodForm(
    ruleForm(
      rules.filter(({ id }) => id !== edited?.id),
      edited === null,
    ),
    {
      defaultValues: {
        weekday: edited?.weekday ?? 1,
        start: edited?.start ?? NEW_WINDOW.start,
        end: edited?.end ?? NEW_WINDOW.end,
      },
    },
  )
  const [saveRule] = useSaveRuleMutation()
  const submission = useSubmit(form, {
    send: (body, key) => saveRule({ id: edited?.id ?? null, body, key }).unwrap(),
    success: 'Weekly hours saved',
    failure: 'Request failed',
    toasts: successToast,
    onSuccess: (_result, _body, sent) => {
      clearSent(form, sent)
      done()
    },
    seen: rules,
  })
  return { form, ...submission }
}

/** Says that bookings stay when their weekly hours change. */
export function describeBookedDates({ booked_dates: dates }: Rule): string {
  const [first] = dates
  if (!first) return 'You have no bookings in these hours.'
  const others = dates.length > 1 ? ` and ${plural(dates.length - 1, 'more day', 'more days')}` : ''
  return `You have bookings on ${formatDay(first, 'weekday')}${others}. They won’t be affected.`
}

export function RuleForm({ edited, rules, done, guard, mark, isLocked }: RuleFormProps) {
  const { form, submit, isPending, formError } = useRuleForm(edited, rules, done)
  useMark(mark, 'weekly hours', form.formState.isDirty)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        guard(() => void submit())
      }}
      className="mt-5 flex flex-col gap-4 rounded-control bg-sand p-4"
    >
      <h3 className="font-sans font-semibold tracking-normal">
        {edited ? 'Edit weekly hours' : 'Add weekly hours'}
      </h3>
      {edited && edited.booked_dates.length > 0 && <p>{describeBookedDates(edited)}</p>}
      <Field form={form} name="weekday">
        {({ value, onChange, ...field }) => (
          <Select
            label="Weekday"
            options={weekdayOptions}
            isDisabled={isLocked}
            value={String(value)}
            onChange={(weekday) => onChange(Number(weekday))}
            {...field}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <Field form={form} name="start">
          {({ name: _name, onBlur: _onBlur, ...field }) => (
            <TimePicker label="Start" isDisabled={isLocked} {...field} />
          )}
        </Field>
        <Field form={form} name="end">
          {({ name: _name, onBlur: _onBlur, ...field }) => (
            <TimePicker label="End" isDisabled={isLocked} {...field} />
          )}
        </Field>
      </div>
      <FormError message={formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : edited ? 'Save hours' : 'Add hours'}
        </Button>
        {edited && (
          <Button variant="secondary" onPress={done}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
