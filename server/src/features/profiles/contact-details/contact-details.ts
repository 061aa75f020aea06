import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { linkifyit } from 'linkify-it'
import type { FieldErrors } from '../../../platform/errors.ts'
import { findPhoneNumber } from './phone-numbers.ts'
import { toPlain } from './plain-text.ts'
import { findAccountOrImitation, findScam, type Scam } from './scams.ts'

/** A word or a degree such as `B.A`, a full stop, and an English word that is also a country's domain. */
const WORD_ENDING = /^((?:\p{L}{1,2}\.){0,3}[^\s./]+)\.(?:am|as|at|be|by|do|in|is|it|me|my|no|pm|so|to|us)$/iu
/** Matches a text that ends with words which introduce a link, such as `see my site`. */
const INTRODUCES_LINK =
  /\b(?:(?:see|visit|site|website|page|online|google|link|via)\b[\s:]*|(?:find|reach|book|contact|write|text)\s+(?:(?:me|us)\s+)?(?:at|on|to|via)\s+)(?:(?:is|at|on)\s+)*$/iu
/** How many characters before a link are searched for such words. */
const INTRODUCTION_LENGTH = 80
/** Two years have 8 digits; a phone number with its area code has more. */
const ENTRY_DIGITS_MAXIMUM = 8

/** Finds links, also without `https://` if they end with one of the listed domains or the library's own. */
const linkFinder = linkifyit({ fuzzyLink: true }).tlds(
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

/** A match may begin only where a word begins, so that a long word is tried once and not at each letter. */
const WORD_START = '(?<![\\p{L}\\d._%+-])'
const GAP = '\\s{0,3}'
const AT = `(?:[([{]${GAP}at${GAP}[)\\]}]|\\bat\\b)`
const DOT = `(?:[([{]${GAP}dot${GAP}[)\\]}]|\\bdot\\b)`
const pattern = (...parts: string[]) => new RegExp(parts.join('|'), 'iu')

const WRITTEN_OUT_EMAIL = pattern(
  `${WORD_START}[\\p{L}\\d._-]+${GAP}${AT}${GAP}[\\p{L}\\d-]{1,63}${GAP}${DOT}${GAP}[a-z]{2,}`,
  `${WORD_START}[\\p{L}\\d._-]+${GAP}\\b(?:at|arroba|chez|chiocciola)\\b${GAP}[\\p{L}\\d-]{1,63}${GAP}\\b(?:punto|ponto|point|punkt)\\b${GAP}(?:com|net|org|es|mx|fr|de|it|pt|br)\\b`,
)
const MAILBOXES = 'g\\s?mail|hotmail|icloud|proton\\s?mail'
/** Mail providers whose names may also mean something else, so that more evidence is needed. */
const OTHER_MAILBOXES = 'yahoo|outlook|gmx|yandex'
const AFTER_MAILBOX = "(?![\\p{L}\\d’'])"
const MAILBOX_IS = `${AFTER_MAILBOX}${GAP}(?:(?:id|address|account|name)\\b${GAP})?`
/** A name with a digit, an underscore or a dot inside, which ordinary words don't have. */
const HANDLE_NAME = '\\p{L}[\\p{L}-]{1,30}(?:[\\d_]|\\.\\p{L})[\\p{L}\\d._-]*'
/** A mailbox named without its `.com`: `my gmail is nora88`, `nora at gmail`. */
const MAILBOX = pattern(
  `(?<![\\p{L}\\d])(?:${MAILBOXES}|${OTHER_MAILBOXES})${MAILBOX_IS}(?:is\\b|[:=-])${GAP}${HANDLE_NAME}`,
  `(?<![\\p{L}\\d])(?:${MAILBOXES})${MAILBOX_IS}[:=]${GAP}[\\p{L}\\d][\\p{L}\\d._-]{2,}`,
  `${WORD_START}(?!(?:look|looks|looking|me|us|here)\\b)[\\p{L}\\d._-]{3,}${GAP}(?:${AT}|@)${GAP}(?:${MAILBOXES})${AFTER_MAILBOX}`,
  `${WORD_START}${HANDLE_NAME}${GAP}(?:(?:${AT}|@)${GAP})?(?:${MAILBOXES}|${OTHER_MAILBOXES})${AFTER_MAILBOX}`,
  `${WORD_START}[\\p{L}\\d._-]{3,}\\s{1,3}(?:${MAILBOXES})\\s{1,3}com\\b`,
)
/** An email address with letters or spaces that the library for links doesn't accept. */
const ODD_EMAIL = new RegExp(
  `${WORD_START}[\\p{L}\\d._-]+(?:@[\\p{L}\\d-]+(?:${GAP}\\.${GAP}[\\p{L}\\d]{2,})?|\\s{1,3}@${GAP}[\\p{L}\\d-]+${GAP}\\.${GAP}[a-z]{2,})`,
  'u',
)
/** A link whose last dot has spaces or brackets around it, or is written as `dot`. */
const ODD_LINK = pattern(
  `(?<![\\p{L}\\d-])[\\p{L}\\d-]+${GAP}(?:\\s\\.\\s?|[([{]${GAP}(?:\\.|dot)${GAP}[)\\]}]|\\bdot\\b)${GAP}(?:com|net|org)\\b`,
)
/** `hxxp:` or `h**p:`, with which people disguise a link. */
const DISGUISED_LINK = /\bh(?:xx|\*\*)p(?=s?:)/giu
/** A name with `@` before it, as in social networks. */
const HANDLE = /(?<![\p{L}\d.])@[\p{L}\d_][\p{L}\d_.]+/u

const toWords = (words: string) => words.split(' ').map(toPlain).join('|').replaceAll('_', '[\\s.-]?')
const MESSENGERS = toWords(
  "whats_app what[’']s_app watsapp wassap wasap whatsap telegram viber we_chat weixin snap_chat insta instagram facebook skype discord tik_tok kakao_talk zalo botim threema واتساب واتس تلغرام تليجرام تلجرام انستقرام انستغرام سناب_شات ватсап вотсап вацап телеграм вайбер инстаграм व्हाट्सएप व्हाट्सऐप टेलीग्राम واٹس_ایپ",
)
/** Words between the name of a messenger and a handle. In these languages no space follows them. */
const HAS_HANDLE = toWords('号 號 是 为 は 아이디 id')
const JOINED_MESSENGERS = toWords('微信 v信 加微 薇信 电报 카톡 카카오톡 ライン ไลน์')
/** Messengers whose names are other words as well. */
const AMBIGUOUS_MESSENGERS = 'line|signal|snap|imo|kakao|messenger|qq'
const SHORT_MESSENGERS = 'ig|fb|tg|vk|kik'
/** A word for a name in a messenger, such as `id`. */
const ID_WORD = 'の?(?:id|number|handle|user\\s?name|account)(?![\\p{L}\\d])'
/** A messenger's name with a handle or a number after it, or in an invitation to write there. */
const MESSENGER = pattern(
  `(?<![\\p{L}\\d])(?:${MESSENGERS})(?![\\p{L}\\d])${GAP}(?:(?:me|us)(?![\\p{L}\\d])|${ID_WORD}|[:=+#@]|\\(?\\d|(?:is\\b|as\\b|-)${GAP}${HANDLE_NAME}|[\\p{L}\\d]{0,30}[\\d_][\\p{L}\\d_]*|[\\p{L}\\d_]{2,30}\\.[\\p{L}\\d_]{2,30}|[\\p{L}\\d._]{2,30}#\\d{3,5}).{0,30}`,
  `(?:${JOINED_MESSENGERS})[^\\p{L}\\d]{0,3}(?:(?:${HAS_HANDLE})[^\\p{L}\\d]{0,3}){0,2}[a-z\\d][a-z\\d_.-]{3,30}`,
  `(?<![\\p{L}\\d])(?:${AMBIGUOUS_MESSENGERS}|${SHORT_MESSENGERS})(?![a-z\\d])${GAP}(?:${ID_WORD}${GAP}(?:is\\b${GAP})?[:=#]?${GAP}[\\p{L}\\d_.]{3,30}|[:=]?${GAP}@[\\p{L}\\d_.]{2,30}|[:=]${GAP}\\p{L}{3,20}[\\d_.][\\p{L}\\d_.]+)`,
  `(?<![\\p{L}\\d])(?:${SHORT_MESSENGERS})(?![\\p{L}\\d])${GAP}(?:[:=-]${GAP}[\\p{L}\\d_.]{4,30}|${HANDLE_NAME})`,
  `\\b(?:add|find|follow|text|message|msg|write|call|reach|contact|dm|ping)\\s{1,3}(?:to\\s)?(?:me|us)\\s{1,3}(?:on|at|via|through|over|by|in)\\s{1,3}(?:my\\s)?(?:${MESSENGERS}|signal|fb|ig|messenger|kik)(?![\\p{L}\\d])`,
  `\\b(?:talk|chat|speak|move|switch|continue)\\s{1,3}(?:on|to|over|via)\\s{1,3}(?:${MESSENGERS})(?![\\p{L}\\d])`,
  `^[^\\p{L}\\d]{0,9}(?:${MESSENGERS}|${JOINED_MESSENGERS})[^\\p{L}\\d]{0,9}$`,
)

/** A link to a messenger. */
const MESSENGER_LINK =
  /(?<![\p{L}\d.-])(?:www\.)?(?:(?:wa|t|m|ig|kik)\.me|(?:chat\.|api\.)?whatsapp\.com|telegram\.(?:me|dog)|messenger\.com|signal\.(?:me|group)|discord\.gg|discord(?:app)?\.com\/invite|line\.me|join\.skype\.com|snapchat\.com\/add|viber\.(?:me|com)|threema\.id)\/\S|\b(?:tg|viber|skype|sgnl):\/\//iu
const MESSENGER_HOSTS =
  'wa.me t.me m.me ig.me kik.me kik.com whatsapp.com telegram.me telegram.dog telegram.org messenger.com signal.me signal.group signal.org discord.gg discord.com discordapp.com line.me skype.com snapchat.com viber.com viber.me threema.id threema.ch wechat.com weixin.qq.com qq.com kakao.com zalo.me imo.im botim.me vk.me'.split(
    ' ',
  )
/** An email address. With spaces around its `@` and dot, only a common ending such as `.com` counts. */
const EMAIL = pattern(
  `${WORD_START}[\\p{L}\\d._%+-]+(?:@[\\p{L}\\d-]{1,63}\\.[\\p{L}\\d]{2}|${GAP}@${GAP}[\\p{L}\\d-]{1,63}${GAP}\\.${GAP}(?:com|net|org|io|me|co|de|fr|uk)\\b)`,
)

type Contact =
  | { kind: 'an email address' | 'a phone number' | 'a link' | 'a messenger contact'; text: string }
  | Scam

type PublicTexts = {
  description?: string | undefined
  city?: string | undefined
  skills?: string[] | undefined
  languages?: string[] | undefined
  video_url?: string | undefined
}

/**
 * Finds email addresses, phone numbers, links, messenger contacts, ways to pay elsewhere and scams in the
 * texts that the public reads.
 * @returns an error message for each field that has one of these; null if none has
 * @see docs/rules/profiles-and-files.md#contact-details
 */
export function findContactErrors(texts: PublicTexts): FieldErrors | null {
  const { description = '', city = '', skills = [], languages = [], video_url = '' } = texts
  const contacts = {
    description: findInText(description),
    city: findInEntry(city),
    skills: findInEntries(skills),
    languages: findInEntries(languages),
    video_url: findInVideoLink(video_url),
  }
  const errors: FieldErrors = {}
  for (const [field, contact] of Object.entries(contacts)) {
    if (contact) errors[field] = [toErrorForCaregiver(contact)]
  }
  return Object.keys(errors).length > 0 ? errors : null
}

/**
 * Looks for a contact, a way to pay elsewhere or a scam in a family's text to a caregiver.
 * @returns an error message that asks to remove it; null for a text without one
 * @see docs/rules/bookings.md#about-the-visit
 */
export function findSharedContactError(text: string): string | null {
  const contact = findInText(text)
  if (!contact) return null
  const reason = isScam(contact)
    ? `Keep payments on ${PRODUCT_NAME} to stay protected`
    : 'The caregiver sees your contact details once you have paid'
  return `${toRemovalRequest(contact)}. ${reason}`
}

/**
 * Looks for a contact, a payment account or a link that imitates us in a review or its answer. They may say that
 * someone asked for a payment elsewhere.
 * @param text what everyone will read
 * @param kind how the message calls it
 * @returns an error message that asks to remove it; null for a text without one
 * @see docs/rules/bookings.md#reviews
 */
export function findReviewContactError(text: string, kind: 'review' | 'answer'): string | null {
  const plain = toPlain(text)
  const contact = findAccountOrImitation(plain) ?? findContact(plain)
  return contact && `${toRemovalRequest(contact)}. Everyone reads your ${kind}`
}

/**
 * Whether a chat message has an email address, a phone number, a messenger contact, a way to pay elsewhere,
 * or the words of a known scam. Links to other sites don't count, except those that imitate us.
 * @see docs/rules/safety.md#contact-details-in-messages
 */
export function hasContactDetails(text: string): boolean {
  const plain = toPlain(text)
  const patterns = [EMAIL, WRITTEN_OUT_EMAIL, MAILBOX, MESSENGER_LINK, MESSENGER]
  return (
    patterns.some((candidate) => candidate.test(plain)) ||
    findScam(plain) !== null ||
    findPhoneNumber(plain) !== null
  )
}

function toErrorForCaregiver(contact: Contact): string {
  return `${toRemovalRequest(contact)}. Families contact and pay you on ${PRODUCT_NAME}`
}

function toRemovalRequest({ kind, text }: Contact): string {
  return `Please remove ${kind}: “${text}”`
}

/** Finds a scam or a contact in a text of several sentences. */
function findInText(text: string): Contact | null {
  const plain = toPlain(text)
  return findScam(plain) ?? findContact(plain)
}

/** @param plain the text as `toPlain` returns it */
function findContact(plain: string): Contact | null {
  const address = findInternetAddress(plain) ?? findMessenger(plain)
  if (address) return address
  const phone = findPhoneNumber(plain)
  return phone === null ? null : { kind: 'a phone number', text: phone }
}

const isScam = ({ kind }: Contact): boolean =>
  ['a way to pay elsewhere', 'what looks like a scam', 'a link that imitates Tendwell'].includes(kind)

function findInEntries(entries: readonly string[]): Contact | undefined {
  return entries.map(findInEntry).find((contact) => contact !== null)
}

/**
 * Finds a contact in a short entry such as a skill or a city, where more than 8 digits are a phone number.
 */
function findInEntry(entry: string): Contact | null {
  const plain = toPlain(entry)
  const digits = plain.replace(/\D/g, '').length
  if (digits > ENTRY_DIGITS_MAXIMUM) return { kind: 'a phone number', text: plain }
  return findScam(plain) ?? findInternetAddress(plain) ?? findMessenger(plain)
}

/** Finds what a link to a video may not be: a messenger, an email address, or a place to pay. */
function findInVideoLink(url: string): Contact | null {
  if (url === '') return null
  const hostname =
    url
      .replace(/^https:\/\//i, '')
      .split(/[/?#]/, 1)[0]
      ?.toLowerCase() ?? ''
  const isMessenger = MESSENGER_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  if (isMessenger) return { kind: 'a messenger contact', text: url }
  const plain = toPlain(url)
  const email = EMAIL.exec(plain)
  return email ? { kind: 'an email address', text: email[0] } : findScam(plain)
}

/** Finds a link or an email address, written out and disguised ones too. */
function findInternetAddress(plain: string): Contact | null {
  const text = plain.replace(DISGUISED_LINK, 'http')
  for (const { schema, text: foundText, index, lastIndex } of linkFinder.match(text) ?? []) {
    if (schema === 'mailto:') return { kind: 'an email address', text: foundText }
    const textBefore = text.slice(Math.max(0, index - INTRODUCTION_LENGTH), index)
    const textAfter = text.slice(lastIndex)
    if (schema || !isMissingSpace(foundText, textBefore, textAfter))
      return { kind: 'a link', text: foundText }
  }
  const email = WRITTEN_OUT_EMAIL.exec(text) ?? ODD_EMAIL.exec(text) ?? MAILBOX.exec(text)
  if (email) return { kind: 'an email address', text: email[0] }
  const link = ODD_LINK.exec(text)
  return link && { kind: 'a link', text: link[0] }
}

/**
 * Whether what looks like a link is only a full stop without a space after it: two sentences, a degree such
 * as `B.Sc`, a time such as `9.am`, or `nuts.no dairy`, where the word after the full stop is also a
 * country's domain and the sentence goes on.
 */
function isMissingSpace(link: string, textBefore: string, textAfter: string): boolean {
  if (/\.\p{Lu}\p{Ll}+$/u.test(link)) return true
  const [, wordBefore = ''] = WORD_ENDING.exec(link) ?? []
  if (wordBefore === '') return false
  if (/^\d+$/.test(wordBefore)) return true
  if (/\d/.test(wordBefore)) return false
  return !INTRODUCES_LINK.test(textBefore) && /^\s+[\p{L}\d]/u.test(textAfter)
}

function findMessenger(text: string): Contact | null {
  const match = MESSENGER.exec(text) ?? MESSENGER_LINK.exec(text) ?? HANDLE.exec(text)
  return match && { kind: 'a messenger contact', text: match[0].trim() }
}
