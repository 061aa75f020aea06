import type { Measure, ReportRecord } from '@tendwell/contract/console/reports'
import { Field } from '../../lib/forms/form.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { ActForm } from './act-form.ts'

const hideNotes = {
  message: 'Both people see “Removed by Tendwell” in its place.',
  review: 'It’s removed from the caregiver’s page and average right away.',
  profile: 'Their photo and description are hidden until they write a new one and you approve it.',
}

/** The measures that a moderator can take, in any combination. */
export function MeasureFields({ form, report }: { form: ActForm; report: ReportRecord }) {
  const { kind, reported, can_hide: canHide, is_hidden: isHidden } = report
  const measure = (name: Measure, label: string, note: string) => (
    <Field form={form} name={name}>
      {({ value, onChange, name: field }) => (
        <Checkbox value={value} onChange={onChange} name={field}>
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-13 text-ink-soft">{note}</span>
          </span>
        </Checkbox>
      )}
    </Field>
  )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">What to do</legend>
      {canHide && !isHidden && kind !== 'booking' && measure('hide', `Hide the ${kind}`, hideNotes[kind])}
      {measure('warn', `Warn ${reported.name}`, 'They get your message by email and in the app.')}
      {measure('suspend', 'Suspend the account', 'They can’t log in until a day you choose.')}
    </fieldset>
  )
}
