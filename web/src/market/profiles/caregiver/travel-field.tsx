import { TRAVEL_MAXIMUM_KM } from '@tendwell/contract/profiles/caregiver-about'
import { toKm, toMiles } from '@tendwell/contract/search/distance'
import { useLayoutEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { Field } from '../../../lib/forms/form.tsx'
import { getBrowserCountry, toLocalDistance } from '../../../shared/people/travel.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import type { useProfileForm } from './use-profile-form.ts'

interface TravelFieldProps {
  form: ReturnType<typeof useProfileForm>['form']
}

/**
 * How far they travel, in the unit of the country in the form, or of the browser until one is chosen. The form keeps
 * kilometers. A typed number stays as it is when the country changes the unit.
 */
export function TravelField({ form }: TravelFieldProps) {
  const country = useWatch({ control: form.control, name: 'country' }) || getBrowserCountry()
  const typed = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (typed.current === null || !form.getFieldState('travel_km').isDirty) return
    form.setValue('travel_km', toKm(typed.current, country), { shouldDirty: true })
  }, [country, form])
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
          onChange={(distance) => {
            typed.current = distance
            onChange(distance === null ? null : toKm(distance, country))
          }}
        />
      )}
    </Field>
  )
}
