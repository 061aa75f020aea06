import { CARETAKER_NAME_MAXIMUM } from '@tendwell/contract/accounts'
import { CARETAKER_TEXT_LIMITS, COUNTRIES, LANGUAGES, SERVICE_TYPES } from '@tendwell/contract/reference'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/form.tsx'
import { Select } from '../../ui/select.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CaretakerValues } from './caretaker-values.ts'

interface CaretakerFieldsProps {
  form: UseFormReturn<CaretakerValues, unknown, CaretakerValues>
  email: string
}

const countries = COUNTRIES.map((country) => ({ id: country, label: country }))
const wordHint = 'Choose from the list, or write your own and end it with a comma.'

export function CaretakerFields({ form, email }: CaretakerFieldsProps) {
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      <Field form={form} name="editable_full_name">
        {(field) => (
          <TextField label="Name" autoComplete="name" maxLength={CARETAKER_NAME_MAXIMUM} {...field} />
        )}
      </Field>
      <TextField label="Email" type="email" value={email} onChange={() => undefined} isReadOnly />
      <Field form={form} name="city">
        {(field) => <TextField label="City" autoComplete="address-level2" maxLength={100} {...field} />}
      </Field>
      <Field form={form} name="country">
        {(field) => (
          <Select
            label="Country"
            options={countries}
            {...field}
            onChange={(country) => field.onChange(country as typeof field.value)}
          />
        )}
      </Field>
      <Field form={form} name="phone_number">
        {(field) => (
          <TextField
            label="Phone number"
            type="tel"
            autoComplete="tel"
            hint="Caregivers see it once a booking of yours is paid."
            maxLength={32}
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="care_needs">
        {(field) => (
          <TagField
            label="Care needs"
            suggestions={SERVICE_TYPES}
            allowsOwn
            hint={wordHint}
            className="sm:col-span-2"
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="languages">
        {(field) => (
          <TagField
            label="Languages"
            suggestions={LANGUAGES}
            allowsOwn
            hint={wordHint}
            className="sm:col-span-2"
            {...field}
          />
        )}
      </Field>
      <Field form={form} name="notes">
        {(field) => (
          <TextArea
            label="Notes"
            hint="Your home and your days, for the caregivers you ask or write to."
            rows={5}
            maxLength={CARETAKER_TEXT_LIMITS.notes}
            className="sm:col-span-2"
            {...field}
          />
        )}
      </Field>
    </div>
  )
}
