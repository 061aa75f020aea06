import { ADDRESS_LIMITS } from '@tendwell/contract/bookings/visits'
import { COUNTRIES } from '@tendwell/contract/reference'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { CityField } from '../../../shared/people/city-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type AddressDraft, findAddressGaps } from './address-draft.ts'

const lines = [
  { part: 'street', label: 'Street address', autoComplete: 'address-line1' },
  { part: 'apartment', label: 'Apartment', autoComplete: 'address-line2' },
  { part: 'neighborhood', label: 'Part of town', autoComplete: 'address-level3' },
  { part: 'postal_code', label: 'Postal code', autoComplete: 'postal-code' },
] as const

/** The fields of an address. */
export interface AddressFields {
  /** Focuses the first part that the address lacks, or its first line. */
  focus: () => void
}

const countries = COUNTRIES.map((country) => ({ id: country as string, label: country }))

interface VisitAddressProps {
  address: AddressDraft
  /** @param placeId of a city that was picked from the suggestions */
  onChange: (address: AddressDraft, placeId?: number) => void
  /** Messages by part. */
  errors: Partial<Record<'city' | 'country', string | undefined>>
  ref?: Ref<AddressFields>
}

/** The address of a visit. A suggested city brings its country. */
export function VisitAddress({ address, onChange, errors, ref }: VisitAddressProps) {
  const street = useRef<HTMLInputElement>(null)
  const city = useRef<HTMLInputElement>(null)
  const country = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => {
      const gaps = findAddressGaps(address)
      const first = gaps.city ? city : gaps.country ? country : street
      first.current?.focus()
    },
  }))
  const set = (part: keyof AddressDraft) => (value: string) => onChange({ ...address, [part]: value })
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {lines.map(({ part, ...line }) => (
        <TextField
          key={part}
          {...line}
          {...(part === 'street' && { ref: street })}
          maxLength={ADDRESS_LIMITS[part]}
          value={address[part]}
          onChange={set(part)}
        />
      ))}
      <CityField
        ref={city}
        label="City"
        error={errors.city}
        maxLength={ADDRESS_LIMITS.city}
        value={address.city}
        onChange={set('city')}
        onPick={({ id, name, country }) => onChange({ ...address, city: name, country }, id)}
      />
      <Select
        ref={country}
        label="Country"
        error={errors.country}
        options={countries}
        value={address.country}
        onChange={set('country')}
      />
    </div>
  )
}
