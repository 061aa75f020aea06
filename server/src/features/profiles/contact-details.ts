import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { findPhoneNumbersInText } from 'libphonenumber-js/max'
import { linkifyit } from 'linkify-it'
import type { FieldErrors } from '../../platform/errors.ts'
import { findPayee, findScam, type Scam } from './scams.ts'

/** Countries of the reference list; a number without a country code is read as of each of them. */
const COUNTRY_CODES = ['US', 'CA', 'GB', 'PK', 'IN', 'DE', 'FR', 'AU', 'AE', 'SA'] as const
/** Here numbers within the country are written without a leading 0. */
const WITHOUT_LEADING_ZERO: readonly string[] = ['US', 'CA', 'IN']
/** A name with a country's ending that is also a word. */
const WORD_ENDING = /^([^\s./]+)\.(?:am|as|at|be|by|do|in|is|it|me|my|no|pm|so|to|us)$/iu
const INTRODUCES_LINK =
  /\b(?:(?:see|visit|site|website|page|online|google|link|via)\b[\s:]*|(?:find|reach|book|contact|write|text)\s+(?:(?:me|us)\s+)?(?:at|on|to|via)\s+)(?:(?:is|at|on)\s+)*$/iu
/** Two years take 8 digits; a phone number with its area code has more. */
const ENTRY_DIGITS_MAXIMUM = 8

const links = linkifyit({ fuzzyLink: true }).tlds(
  [
    'app',
    'bio',
    'care',
    'chat',
    'dev',
    'email',
    'link',
    'live',
    'me',
    'online',
    'page',
    'site',
    'store',
    'xyz',
  ],
  true,
)

const WRITTEN_OUT_EMAIL =
  /[\p{L}\d._-]{1,64}\s*(?:[([{]\s*at\s*[)\]}]|\bat\b)\s*[\p{L}\d-]{1,63}\s*(?:[([{]\s*dot\s*[)\]}]|\bdot\b)\s*[a-z]{2,}/iu
/** An address with a letter or a space in it that a link finder stops at. */
const ODD_EMAIL =
  /[\p{L}\d._-]+(?:@[\p{L}\d-]+(?:\s*\.\s*[\p{L}\d]{2,})?|\s+@\s*[\p{L}\d-]+\s*\.\s*[a-z]{2,})/u
/** An address whose last dot is set apart or written out. */
const ODD_LINK = /[\p{L}\d-]+\s*(?:\s\.\s?|[([{]\s*(?:\.|dot)\s*[)\]}]|\bdot\b)\s*(?:com|net|org)\b/iu
const HANDLE = /(?<![\p{L}\d.])@[\p{L}\d_][\p{L}\d_.]+/u
/** A messenger's name that is followed by a handle or a number, or by an invitation. */
const MESSENGER =
  /\b(?:whats[\s-]?app|telegram|viber|we\s?chat|snap\s?chat|insta(?:gram)?|facebook|skype|discord|tik\s?tok)\b\s*(?:(?:me|us|id|number|handle)\b|[:=+#]|\(?\d|[\p{L}\d]*[\d_][\p{L}\d_]*).{0,30}/iu

const MESSENGER_LINK =
  /(?<![\p{L}\d.-])(?:www\.)?(?:(?:wa|t|m|ig|kik)\.me|(?:chat\.|api\.)?whatsapp\.com|telegram\.(?:me|dog)|messenger\.com|signal\.(?:me|group)|discord\.gg|discord(?:app)?\.com\/invite|line\.me|join\.skype\.com|snapchat\.com\/add|viber\.(?:me|com)|threema\.id)\/\S|\b(?:tg|viber|skype|sgnl):\/\//iu
/** An email address; one with spaces around its @ and dot needs a common ending. */
const EMAIL =
  /[\p{L}\d._%+-]{1,64}(?:@[\p{L}\d-]{1,63}\.[\p{L}\d]{2}|\s*@\s*[\p{L}\d-]{1,63}\s*\.\s*(?:com|net|org|io|me|co|de|fr|uk)\b)/iu
/** Figures of care whose digits could be a phone number's: links, dates, times, prices and measures. */
const FIGURES = [
  /\b(?:https?:\/\/|www\.)\S+/giu,
  /(?<![\d.-])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?![.-]?\d)/gu,
  /(?<![\d.-])\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b)?(?![.-]?\d)/giu,
  // Several times as 0600 0930: a phone number has other groups as well.
  /(?<![\d+(][\s.-]?)(?:(?:[01]\d|2[0-3])[0-5]\d[\s,;/–-]{1,3}(?:and |to )?)+(?:[01]\d|2[0-3])[0-5]\d(?![\s.-]?\d)/gu,
  /[$€£]\s?\d[\d.,]*|\b(?:USD|EUR|GBP)\s?\d[\d.,]*|(?<![\d+(][\s.-]?)\d[\d.,]{0,9}\s?(?:[$€£]|USD\b|EUR\b|GBP\b|dollars?\b)/giu,
  /(?<![\d+(][\s.-]?)\d{1,4}(?:[.,]\d{1,2})?\s?(?:g|kg|lbs?|oz|ml|cl|cm|mm|in|ft|months?|weeks?|years?|days?|hours?|min(?:utes)?|yrs?)\b/giu,
]
/** What may be a phone number: at least 7 digits, with little between them. */
const DIGITS = /\+?(?:\p{Nd}[\s()./•·*_~|–-]{0,3}){7,20}/gu
/** Reading a message stays fast, even one that is nothing but digits. */
const CANDIDATES_MAXIMUM = 8

type Contact =
  | { kind: 'an email address' | 'a phone number' | 'a link' | 'a messenger contact'; text: string }
  | Scam

type PublicTexts = { description?: string; city?: string; skills?: string[]; languages?: string[] }

/**
 * Finds email addresses, phone numbers, links, messenger contacts, ways to pay elsewhere and scams in the texts that the
 * public reads.
 * @returns a message for each field with one, or null
 * @see docs/rules/profiles-and-files.md#contact-details
 */
export function findContactErrors(texts: PublicTexts): FieldErrors | null {
  const { description = '', city = '', skills = [], languages = [] } = texts
  const contacts = {
    description: findInText(description),
    city: findInEntry(city),
    skills: findInEntries(skills),
    languages: findInEntries(languages),
  }
  const errors: FieldErrors = {}
  for (const [field, contact] of Object.entries(contacts)) {
    if (contact) errors[field] = [toMessage(contact)]
  }
  return Object.keys(errors).length > 0 ? errors : null
}

/**
 * Asks to remove a contact, a way to pay elsewhere or a scam from a family's text to a caregiver.
 * @returns null for a text without one
 * @see docs/rules/bookings.md#about-the-visit
 */
export function findSharedContact(text: string): string | null {
  const contact = findInText(text)
  if (!contact) return null
  const reason = isScam(contact)
    ? `Keep payments on ${PRODUCT_NAME} to stay protected`
    : 'The caregiver sees your contact details once you have paid'
  return `${toRequest(contact)}. ${reason}`
}

/**
 * Asks to remove a contact, a payment account or a link that imitates us from a review. Its author may write that someone
 * asked for a payment elsewhere.
 * @returns null for a text without one
 * @see docs/rules/bookings.md#reviews
 */
export function findReviewedContact(text: string): string | null {
  const plain = toPlain(text)
  const contact = findPayee(plain) ?? findContact(plain)
  return contact && `${toRequest(contact)}. Everyone reads your review`
}

/**
 * Whether a message has an email address, a phone number, a way to a messenger or to pay elsewhere, or the words of a known
 * scam. Links to other sites don't count, except those that imitate us.
 * @see docs/rules/safety.md#contact-details-in-messages
 */
export function hasContactDetails(text: string): boolean {
  const plain = toPlain(text)
  const patterns = [EMAIL, WRITTEN_OUT_EMAIL, MESSENGER_LINK, MESSENGER]
  if (patterns.some((pattern) => pattern.test(plain)) || findScam(plain)) return true
  const candidates = withoutFigures(plain).match(DIGITS) ?? []
  return [...new Set(candidates)]
    .slice(0, CANDIDATES_MAXIMUM)
    .some((candidate) => findPhoneNumber(candidate) !== null)
}

function toMessage(contact: Contact): string {
  return `${toRequest(contact)}. Families contact and pay you on ${PRODUCT_NAME}`
}

function toRequest({ kind, text }: Contact): string {
  return `Please remove ${kind}: “${text}”`
}

function findInText(text: string): Contact | null {
  const plain = toPlain(text)
  return findScam(plain) ?? findContact(plain)
}

function findContact(plain: string): Contact | null {
  return findInternetAddress(plain) ?? findMessenger(plain) ?? findPhoneNumber(withoutFigures(plain))
}

const isScam = ({ kind }: Contact): boolean =>
  ['a way to pay elsewhere', 'what looks like a scam', 'a link that imitates Tendwell'].includes(kind)

function withoutFigures(plain: string): string {
  return FIGURES.reduce((text, figure) => text.replace(figure, ' , '), plain)
}

function findInEntries(entries: readonly string[]): Contact | undefined {
  return entries.map(findInEntry).find((contact) => contact !== null)
}

/** In a short entry such as a skill or a city, many digits are enough for a phone number. */
function findInEntry(entry: string): Contact | null {
  const plain = toPlain(entry)
  const digits = plain.replace(/\P{Nd}/gu, '').length
  if (digits > ENTRY_DIGITS_MAXIMUM) return { kind: 'a phone number', text: plain }
  return findScam(plain) ?? findInternetAddress(plain) ?? findMessenger(plain)
}

/** Without accents, frames and characters that only look different or are invisible. */
function toPlain(text: string): string {
  return text.normalize('NFKD').replace(/[\p{Cf}\p{M}]/gu, '')
}

function findInternetAddress(text: string): Contact | null {
  for (const { schema, text: found, index, lastIndex } of links.match(text) ?? []) {
    if (schema === 'mailto:') return { kind: 'an email address', text: found }
    if (schema || !isMissingSpace(found, text.slice(0, index), text.slice(lastIndex))) {
      return { kind: 'a link', text: found }
    }
  }
  const email = WRITTEN_OUT_EMAIL.exec(text) ?? ODD_EMAIL.exec(text)
  if (email) return { kind: 'an email address', text: email[0] }
  const link = ODD_LINK.exec(text)
  return link && { kind: 'a link', text: link[0] }
}

/**
 * Whether a supposed link is a full stop without a space after it: two sentences, a degree such as `B.Sc`, a time such
 * as `9.am`, or `nuts.no dairy`, where the word after the stop is also a country's ending and the sentence goes on.
 */
function isMissingSpace(link: string, before: string, after: string): boolean {
  if (/\.\p{Lu}\p{Ll}+$/u.test(link)) return true
  const [, label = ''] = WORD_ENDING.exec(link) ?? []
  if (label === '') return false
  if (/^\d+$/.test(label)) return true
  if (/\d/.test(label)) return false
  return !INTRODUCES_LINK.test(before) && /^\s+\p{L}/u.test(after)
}

function findMessenger(text: string): Contact | null {
  const found = MESSENGER.exec(text) ?? MESSENGER_LINK.exec(text) ?? HANDLE.exec(text)
  return found && { kind: 'a messenger contact', text: found[0].trim() }
}

function findPhoneNumber(plain: string): Contact | null {
  const text = plain.replace(/(?<=\p{Nd})\s?[•·*_~|]\s?(?=\p{Nd})/gu, '-')
  for (const defaultCountry of COUNTRY_CODES) {
    for (const { startsAt, endsAt } of findPhoneNumbersInText(text, { defaultCountry })) {
      const found = text.slice(startsAt, endsAt)
      const isComplete =
        WITHOUT_LEADING_ZERO.includes(defaultCountry) || /^\D*(?:\+|\p{Nd}(?<=[0٠۰]))/u.test(found)
      if (isComplete && !isYears(found)) return { kind: 'a phone number', text: found }
    }
  }
  return null
}

/** Whether a supposed number is made of years, such as `2019-2023`. */
function isYears(found: string): boolean {
  return /^(?:(?:19|20)\d\d\D*)+$/.test(found)
}
