import { ADDRESS_LIMITS } from '@tendwell/contract/bookings/visits'
import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import type { Place } from '@tendwell/contract/profiles/places'
import { CARETAKER_TEXT_LIMITS, LANGUAGES, SERVICE_TYPES } from '@tendwell/contract/reference'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../../lib/forms/form.tsx'
import { EmergencyContactFields } from '../../../shared/visits/emergency-contact-fields.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  CountryField,
  EmailField,
  HomeCityField,
  NAME_CHANGES_HINT,
  NameField,
  PhoneField,
  TagListField,
} from '../person-fields.tsx'
import type { CaretakerValues } from './family-values.ts'

const addressLines = [
  {
    name: 'street',
    label: 'Street address',
    autoComplete: 'address-line1',
    hint: 'Caregivers can see it once you’ve paid for a booking.',
  },
  { name: 'apartment', label: 'Apartment', autoComplete: 'address-line2' },
  {
    name: 'neighborhood',
    label: 'Part of town',
    autoComplete: 'address-level3',
    hint: 'Caregivers you contact can see it.',
  },
  { name: 'postal_code', label: 'Postal code', autoComplete: 'postal-code' },
] as const

interface FamilyFieldsProps {
  form: UseFormReturn<CaretakerValues, unknown, CaretakerValues>
  email: string
}

export function FamilyFields({ form, email }: FamilyFieldsProps) {
  const pickCity = ({ id, name, country }: Place) => {
    form.setValue('city', name, { shouldDirty: true })
    form.setValue('country', country, { shouldDirty: true })
    form.setValue('place_id', id, { shouldDirty: true })
    form.clearErrors(['city', 'country'])
  }
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      <Field form={form} name="editable_full_name">
        {(field) => <NameField maxLength={NAME_MAXIMUM} hint={NAME_CHANGES_HINT} {...field} />}
      </Field>
      <EmailField email={email} />
      {addressLines.map(({ name, ...line }) => (
        <Field key={name} form={form} name={name}>
          {(field) => <TextField {...line} maxLength={ADDRESS_LIMITS[name]} {...field} />}
        </Field>
      ))}
      <Field form={form} name="city">
        {(field) => <HomeCityField {...field} onPick={pickCity} />}
      </Field>
      <Field form={form} name="country">
        {(field) => <CountryField {...field} />}
      </Field>
      <Field form={form} name="phone_number">
        {(field) => <PhoneField {...field} />}
      </Field>
      <EmergencyContactFields
        className="sm:col-span-2"
        renderField={(part, render) => (
          <Field form={form} name={`emergency_contact.${part}`}>
            {render}
          </Field>
        )}
      />
      <Field form={form} name="care_needs">
        {(field) => <TagListField label="Care needs" suggestions={SERVICE_TYPES} {...field} />}
      </Field>
      <Field form={form} name="languages">
        {(field) => <TagListField label="Languages" suggestions={LANGUAGES} {...field} />}
      </Field>
      <Field form={form} name="notes">
        {(field) => (
          <TextArea
            label="Notes"
            hint="Describe your home and routine for the caregivers you contact."
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
