import type { BanTrait } from '@tendwell/contract/console/people'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Something that a person has and would have again in another account. */
export type Trait = { trait: BanTrait; value: string }

const SHORTEST_PHONE = 7
/** Mailboxes that ignore dots before the @. */
const WITHOUT_DOTS = /@(?:gmail|googlemail)\.com$/

/**
 * The one form of all ways to write a trait: `Ann.Lee+2@gmail.com` is the mailbox of `annlee@gmail.com`, and
 * `+1 212 555 0187` is the number `(212) 555-0187`.
 * @returns null where there is nothing to compare
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

/** The number within the country: one that is written without it is found as well. */
function normalizePhone(phone: string): string | null {
  const written = phone.replace(/\p{L}.*$/u, '').replace(/\D/g, '')
  const digits = (parsePhoneNumberFromString(phone)?.nationalNumber ?? written).replace(/^0+/, '')
  return digits.length < SHORTEST_PHONE ? null : digits
}
