import { CANCELLATION_POLICIES } from '@tendwell/contract/cancellation/policies'
import { POLICY_TEXTS } from '@tendwell/contract/cancellation/refund'
import { formatUsd } from '@tendwell/contract/money'
import { CAREGIVER_NAME_MAXIMUM } from '@tendwell/contract/people/names'
import {
  CARE_AGE_WORDS,
  CARE_AGES,
  EXPERIENCE_YEARS_MAXIMUM,
} from '@tendwell/contract/profiles/caregiver-about'
import type { Place } from '@tendwell/contract/profiles/places'
import { DESCRIPTION_MAXIMUM, HOURLY_RATE_MAXIMUM_USD } from '@tendwell/contract/profiles/profiles'
import { DEFAULT_HOURLY_RATE_CENTS, LANGUAGES, SKILLS } from '@tendwell/contract/reference'
import { useMemo } from 'react'
import { Field } from '../../../lib/forms/form.tsx'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import {
  CountryField,
  EmailField,
  HomeCityField,
  NAME_CHANGES_HINT,
  NameField,
  PhoneField,
  TagListField,
} from '../person-fields.tsx'
import { zoneOptions } from './profile-values.ts'
import { TravelField } from './travel-field.tsx'
import type { useProfileForm } from './use-profile-form.ts'

/** Families pay the default rate while none is set. @see docs/rules/bookings.md#price */
const noRateHint = `Not set. Until you set a rate, families see ${formatUsd(DEFAULT_HOURLY_RATE_CENTS)} / hour.`

const policies = CANCELLATION_POLICIES.map((id) => ({
  id,
  label: POLICY_TEXTS[id].name,
  note: POLICY_TEXTS[id].text,
}))

interface ProfileFieldsProps {
  form: ReturnType<typeof useProfileForm>['form']
  email: string
  /** A verified caregiver's new name waits for review. */
  isVerified: boolean
  /** The stored zone, offered even if this browser doesn't know it. */
  zone: string
}

export function ProfileFields({ form, email, isVerified, zone }: ProfileFieldsProps) {
  const nameHint = isVerified ? 'We review a new name before families see it.' : NAME_CHANGES_HINT
  const pickCity = ({ id, name, country }: Place) => {
    form.setValue('city', name, { shouldDirty: true })
    form.setValue('country', country, { shouldDirty: true })
    form.setValue('place_id', id, { shouldDirty: true })
    form.clearErrors(['city', 'country'])
  }
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      <Field form={form} name="editable_full_name">
        {(field) => <NameField maxLength={CAREGIVER_NAME_MAXIMUM} hint={nameHint} {...field} />}
      </Field>
      <EmailField email={email} />
      <Field form={form} name="city">
        {(field) => <HomeCityField {...field} onPick={pickCity} />}
      </Field>
      <Field form={form} name="country">
        {(field) => <CountryField {...field} />}
      </Field>
      <Field form={form} name="hourly_rate_usd">
        {(field) => (
          <MoneyField
            label="Hourly rate (USD)"
            hint={field.value ? 'What families pay you per hour.' : noRateHint}
            maximum={HOURLY_RATE_MAXIMUM_USD}
            {...field}
          />
        )}
      </Field>
      <ZoneField form={form} zone={zone} />
      <Field form={form} name="phone_number">
        {(field) => <PhoneField {...field} />}
      </Field>
      <TravelField form={form} />
      <Field form={form} name="languages">
        {(field) => <TagListField label="Languages" suggestions={LANGUAGES} {...field} />}
      </Field>
      <Field form={form} name="skills">
        {(field) => <TagListField label="Skills" suggestions={SKILLS} {...field} />}
      </Field>
      <Field form={form} name="description">
        {(field) => (
          <TextArea
            label="Description"
            hint="How you work, and what families appreciate about you."
            rows={5}
            maxLength={DESCRIPTION_MAXIMUM}
            className="sm:col-span-2"
            {...field}
          />
        )}
      </Field>
      <AboutFields form={form} />
      <Field form={form} name="cancellation_policy">
        {(field) => (
          <RadioGroup
            label="Cancellation policy"
            hint="For new requests. If you cancel, families always get everything back."
            options={policies}
            className="sm:col-span-2"
            {...field}
          />
        )}
      </Field>
    </div>
  )
}

const ages = CARE_AGES.map((id) => ({ id, label: CARE_AGE_WORDS[id].label }))

/** Experience, ages and video, all optional. */
function AboutFields({ form }: Pick<ProfileFieldsProps, 'form'>) {
  return (
    <>
      <Field form={form} name="experience_years">
        {(field) => (
          <NumberField
            label="Years of experience"
            isRequired={false}
            minimum={0}
            maximum={EXPERIENCE_YEARS_MAXIMUM}
            {...field}
            value={field.value ?? null}
          />
        )}
      </Field>
      <Field form={form} name="video_url">
        {(field) => (
          <TextField
            label="Video link"
            isRequired={false}
            placeholder="https://"
            hint="Introduce yourself. Families open it in a new tab."
            {...field}
          />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field form={form} name="care_ages">
          {(field) => <ToggleGroup label="Ages you care for" options={ages} columns={3} {...field} />}
        </Field>
      </div>
    </>
  )
}

function ZoneField({ form, zone }: Pick<ProfileFieldsProps, 'form' | 'zone'>) {
  const zones = useMemo(() => zoneOptions(zone), [zone])
  return (
    <Field form={form} name="timezone">
      {(field) => (
        <ComboBox
          label="Time zone"
          hint="Your hours are in this time zone."
          options={zones}
          {...field}
          onChange={(chosen) => chosen !== null && field.onChange(chosen)}
        />
      )}
    </Field>
  )
}
