import type { BanTrait } from '@tendwell/contract/console/people'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Something of a person that another account of theirs would have too, such as a phone number. */
export type Trait = { trait: BanTrait; value: string }

const MIN_PHONE_DIGITS = 7
/** Addresses of a provider that ignores dots before the @. */
const WITHOUT_DOTS = /@(?:gmail|googlemail)\.com$/

/**
 * Gives all ways to write a trait one form: `Ann.Lee+2@gmail.com` becomes `annlee@gmail.com`, and both
 * `+1 212 555 0187` and `(212) 555-0187` become `2125550187`.
 * @returns null if the value is empty or too short to compare
 */
export function normalizeTrait({ trait, value }: Trait): string | null {
  if (trait === 'email') return normalizeEmail(value)
  if (trait === 'phone') return normalizePhone(value)
  return value.trim() || null
}

function normalizeEmail(email: string): string | null {
  const address = email.trim().toLowerCase()
  const [mailbox = '', domain] = address.split('@')
  if (!domain) return null
  const [name = ''] = mailbox.split('+')
  return WITHOUT_DOTS.test(address) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/**
 * The digits without the country code and leading zeros, so that a number has one form with and without
 * these.
 * @returns null for fewer than 7 digits
 */
function normalizePhone(phone: string): string | null {
  // Without an extension, which begins with a letter.
  const writtenDigits = phone.replace(/\p{L}.*$/u, '').replace(/\D/g, '')
  const digits = (parsePhoneNumberFromString(phone)?.nationalNumber ?? writtenDigits).replace(/^0+/, '')
  return digits.length < MIN_PHONE_DIGITS ? null : digits
}
