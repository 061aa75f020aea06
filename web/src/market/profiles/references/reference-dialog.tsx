import {
  KNOWN_YEARS_MAXIMUM,
  REFEREE_NAME_MAXIMUM,
  REFERENCE_DAYS,
  REFERENCE_RELATIONS,
  RELATION_WORDS,
  referenceBody,
} from '@tendwell/contract/profiles/references'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAddReferenceMutation } from './references-api.ts'

const relations = REFERENCE_RELATIONS.map((id) => ({ id, label: RELATION_WORDS[id].label }))

/** Names someone who knows the caregiver's work. They are mailed when it is sent. */
export function ReferenceDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(referenceBody, { defaultValues: { name: '', email: '' } })
  const [add] = useAddReferenceMutation()
  const submission = useSubmit(form, {
    send: (body) => add(body).unwrap(),
    success: ({ name }) => `We asked ${name} by email`,
    failure: 'Failed to add the reference',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Add a reference"
      lead="Ask them first whether they agree. They need no account."
      submission={submission}
      submitLabel="Send email"
      pendingLabel="Sending…"
    >
      <Field form={form} name="name">
        {(field) => <TextField label="Name" maxLength={REFEREE_NAME_MAXIMUM} autoComplete="off" {...field} />}
      </Field>
      <Field form={form} name="email">
        {(field) => <TextField label="Email" type="email" autoComplete="off" {...field} />}
      </Field>
      <Field form={form} name="relation">
        {(field) => (
          <Select
            label="How you know each other"
            options={relations}
            {...field}
            value={field.value ?? null}
          />
        )}
      </Field>
      <Field form={form} name="years">
        {({ value, onChange, ...field }) => (
          <NumberField
            label="For how many years"
            hint="0 for less than a year."
            minimum={0}
            maximum={KNOWN_YEARS_MAXIMUM}
            {...field}
            value={Number.isFinite(value) ? value : null}
            onChange={(next) => onChange(next ?? Number.NaN)}
          />
        )}
      </Field>
      <p className="text-13 text-ink-soft">
        {`The email has your name, how you know each other and a link that works for ${REFERENCE_DAYS} days.`}
      </p>
    </FormDialog>
  )
}
