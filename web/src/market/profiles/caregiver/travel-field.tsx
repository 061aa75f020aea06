import { TRAVEL_MAXIMUM_KM } from '@tendwell/contract/profiles/caregiver-about'
import { toKm, toMiles } from '@tendwell/contract/search/distance'
import { useWatch } from 'react-hook-form'
import { Field } from '../../../lib/forms/form.tsx'
import { toLocalDistance } from '../../../shared/people/travel.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import type { useProfileForm } from './use-profile-form.ts'

interface TravelFieldProps {
  form: ReturnType<typeof useProfileForm>['form']
}

/** How far they travel, in the unit of the country in the form. The form keeps kilometers. */
export function TravelField({ form }: TravelFieldProps) {
  const country = useWatch({ control: form.control, name: 'country' })
  const unit = toMiles(1, country) === null ? 'km' : 'miles'
  return (
    <Field form={form} name="travel_km">
      {({ value, onChange, ...field }) => (
        <NumberField
          label={`How far you travel (${unit})`}
          isRequired={false}
          hint="From the center of your city. Without a limit, leave it empty."
          minimum={1}
          maximum={Math.floor(toLocalDistance(TRAVEL_MAXIMUM_KM, country))}
          {...field}
          value={value === null || value === undefined ? null : toLocalDistance(value, country)}
          onChange={(distance) => onChange(distance === null ? null : toKm(distance, country))}
        />
      )}
    </Field>
  )
}
