import { ADDRESS_LIMITS } from '@tendwell/contract/bookings/visits'
import { COUNTRIES } from '@tendwell/contract/reference'
import type { Ref } from 'react'
import { CityField } from '../../../shared/people/city-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { AddressDraft } from './use-visit.ts'

const lines = [
  { part: 'street', label: 'Street address', autoComplete: 'address-line1' },
  { part: 'apartment', label: 'Apartment', autoComplete: 'address-line2', isRequired: false },
  { part: 'neighborhood', label: 'Part of town', autoComplete: 'address-level3' },
  { part: 'postal_code', label: 'Postal code', autoComplete: 'postal-code' },
] as const

const countries = COUNTRIES.map((country) => ({ id: country as string, label: country }))

interface VisitAddressProps {
  address: AddressDraft
  /** @param placeId of a city that was picked from the suggestions */
  onChange: (address: AddressDraft, placeId?: number) => void
  streetRef?: Ref<HTMLInputElement>
}

/** The address of a visit. A suggested city brings its country. */
export function VisitAddress({ address, onChange, streetRef }: VisitAddressProps) {
  const set = (part: keyof AddressDraft) => (value: string) => onChange({ ...address, [part]: value })
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {lines.map(({ part, ...line }) => (
        <TextField
          key={part}
          {...line}
          {...(part === 'street' && streetRef && { ref: streetRef })}
          maxLength={ADDRESS_LIMITS[part]}
          value={address[part]}
          onChange={set(part)}
        />
      ))}
      <CityField
        label="City"
        maxLength={ADDRESS_LIMITS.city}
        value={address.city}
        onChange={set('city')}
        onPick={({ id, name, country }) => onChange({ ...address, city: name, country }, id)}
      />
      <Select label="Country" options={countries} value={address.country} onChange={set('country')} />
    </div>
  )
}
