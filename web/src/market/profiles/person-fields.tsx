/** The fields that a family's and a caregiver's profile share. */
import { PHONE_MAXIMUM } from '@tendwell/contract/profiles/phones'
import type { Place } from '@tendwell/contract/profiles/places'
import { COUNTRIES } from '@tendwell/contract/reference'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { focusField } from '../../lib/browser/scroll-and-focus.ts'
import type { FieldProps } from '../../lib/forms/form.tsx'
import { CityField } from '../../shared/people/city-field.tsx'
import { paths } from '../../shared/routes/paths.ts'
import { PHONE_ID } from '../../shared/routes/return-to.ts'
import { Select } from '../../ui/select.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PhoneVerification } from './phone/phone-verification.tsx'

type Country = '' | (typeof COUNTRIES)[number]

const countries = COUNTRIES.map((country) => ({ id: country, label: country }))

/** @see docs/rules/accounts.md#names */
export const NAME_CHANGES_HINT = 'You can change your name twice a year.'

export function NameField(field: FieldProps<string> & { maxLength: number; hint?: string | undefined }) {
  return <TextField label="Name" autoComplete="name" {...field} />
}

/** The account's email, which can't be changed here. */
export function EmailField({ email }: { email: string }) {
  const hint = (
    <>
      Change it in your{' '}
      <Link to={paths.account} className="text-link">
        account
      </Link>
      .
    </>
  )
  return (
    <TextField label="Email" type="email" value={email} onChange={() => undefined} hint={hint} isReadOnly />
  )
}

/** How the other side of a booking can call. A link to it, such as from a booking, moves the focus here. */
export function PhoneField(field: FieldProps<string>) {
  const box = useRef<HTMLDivElement>(null)
  const isLinked = useLocation().hash === `#${PHONE_ID}`
  useEffect(() => {
    if (isLinked) focusField(box.current?.querySelector('input') ?? null)
  }, [isLinked])
  return (
    <div ref={box} id={PHONE_ID} className="flex flex-col gap-2">
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        hint="Only the other side of a paid booking sees it, until a day after the last visit."
        maxLength={PHONE_MAXIMUM}
        {...field}
      />
      <PhoneVerification typed={field.value} />
    </div>
  )
}

/** A suggested city brings its country. */
export function HomeCityField(field: FieldProps<string> & { onPick: (place: Place) => void }) {
  return <CityField label="City" {...field} />
}

export function CountryField(field: FieldProps<Country>) {
  return (
    <Select
      label="Country"
      options={countries}
      {...field}
      onChange={(country) => field.onChange(country as Country)}
    />
  )
}

interface WordsFieldProps extends FieldProps<string[]> {
  label: string
  suggestions: readonly string[]
}

/** Tags from the suggestions or typed freely. */
export function TagListField(field: WordsFieldProps) {
  return (
    <TagField
      allowsCustomValue
      hint="Choose from the list, or type your own followed by a comma."
      className="sm:col-span-2"
      {...field}
    />
  )
}
