import { z } from 'zod'

export const NAME_MINIMUM = 2
export const NAME_MAXIMUM = 255
export const CAREGIVER_NAME_MAXIMUM = 25
/** People change their own name at most this often within `NAME_CHANGE_DAYS`. */
export const MOST_NAME_CHANGES = 2
export const NAME_CHANGE_DAYS = 365
/** Mails and lists show this much of a name. */
const SHOWN_LENGTH = 80

/** The spaces, hyphens and quotes that keyboards put into names, each with the plain character for it. */
const PLAIN_CHARACTERS: [RegExp, string][] = [
  [/[\p{Zs}\t]+/gu, ' '],
  [/[‐‑‒–−﹣－]/g, '-'],
  [/[‘’‛′`´＇׳՚]/g, "'"],
  [/‧/g, '·'],
  [/･/g, '・'],
]

/** The scripts that names are written in. Scripts that one language mixes are one entry. */
const ALPHABETS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Tibetan', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Mongolian', 'Syriac', 'Nko', 'Adlam', 'Vai'],
  ...['Tifinagh', 'Cherokee', 'Canadian_Aboriginal', 'Yi', 'Ol_Chiki', 'Javanese', 'Balinese', 'Sundanese'],
  ...['Han|Hiragana|Katakana', 'Han|Hangul', 'Han|Bopomofo'],
]
/** For each alphabet, a pattern of words that are written in it. */
const WORD_IN_ALPHABET = ALPHABETS.map((scripts) => {
  const letters = scripts.split('|').map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${letters.join('')}\\p{sc=Inherited}ʻʼ'\u200c\u200d]+$`, 'u')
})
/**
 * The characters between the words of a name, or between syllables in Tibetan. An apostrophe is not one of
 * them: it is a part of its word.
 */
const BETWEEN_WORDS = /[ .,&·・་-]+/u

/**
 * Invisible marks of writing direction, which a copied Arabic or Hebrew name may contain. Beside a space, or
 * at the start or end, they have no effect and are removed.
 */
const DIRECTION_MARKS = '[\\u200e\\u200f\\u061c]+'
const LOOSE_DIRECTION = new RegExp(
  `(?<![\\p{L}\\p{M}])${DIRECTION_MARKS}|${DIRECTION_MARKS}(?![\\p{L}\\p{M}])`,
  'gu',
)
const DIRECTION_IN_WORD = new RegExp(DIRECTION_MARKS, 'u')

/** Visible letters with their marks, and the characters that may be between them. */
const ALLOWED_NAME = /^'?(?:\p{L}[\p{M}\u200c\u200d]*[ '.,&·・་-]*)+$/u
/** The two joiners after a letter of a script that needs them. After other letters they are invisible. */
const NEEDED_JOINERS =
  /(?<=[\p{scx=Arabic}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Mongolian}])[\u200c\u200d](?=\p{L})/gu
/**
 * What no readable name contains: invisible characters, so many accents on a letter that they cover other
 * lines, and phonetic small capitals.
 */
const UNREADABLE = /\p{DI}|\p{sc=Inherited}{4}|\p{M}{7}|[\u1d00-\u1dbf\ua730\ua731]/u
/** A dot inside a word, as in a web address, but not after an initial as in J.R. Moore. */
const WEB_ADDRESS = /\.\p{L}[\p{L}\p{M}]/u

/** Letters that look like a Latin capital, by that capital. `I` is with `L`, as it looks like a small `l`. */
const SEEN_AS = {
  ...{ A: 'АΑᎪ', B: 'ВΒᏴʙ', C: 'СᏟ', D: 'ԀĐᎠ', E: 'ЕΕᎬ', G: 'ᏀɢƓ', H: 'НΗᎻʜ', J: 'ЈᎫ', K: 'КΚᏦ' },
  ...{ L: 'IІӀΙԼŁᏞᎥʟꞮǀ', M: 'МΜᎷ', N: 'ПΝՈɴ', O: 'ОΟՕØ', P: 'РΡᏢ', R: 'ᎡᏒƦ', S: 'ЅՏᏚ', T: 'ТΤŦᎢ' },
  ...{ U: 'Ս', V: 'ѴᏙ', W: 'ԜΩᎳ', X: 'ХΧ', Y: 'УΥᎩʏ', Z: 'ΖᏃ' },
}
const LOOKALIKES = new Map([
  ['VV', 'W'],
  ['CL', 'D'],
  ['RN', 'M'],
])
for (const [letter, lookalikes] of Object.entries(SEEN_AS)) {
  for (const other of lookalikes) LOOKALIKES.set(other, letter)
}
const LOOKALIKE = new RegExp([...LOOKALIKES.keys()].join('|'), 'g')
const PRODUCT_WORD = 'TENDWELL'
/** A name that has only these words is refused: it is the name of an office, or a claim like "Verified". */
const OFFICE_WORDS = new Set(
  [
    'ABUSE ACCOUNT ACCOUNTS ADMIN ADMINISTRATION ADMINISTRATOR AGENT AND APP ASSISTANT BACKGROUND',
    'BANK BILLING CARE CAREGIVER CAREGIVERS CENTER CENTRE CHECK CHECKED COMPLIANCE CUSTOMER',
    'DEPARTMENT DESK DISPUTE DISPUTES EMERGENCY FINANCE FRAUD HELP HELPDESK HELPLINE HOTLINE IDENTITY',
    'LEGAL MANAGEMENT MANAGER MODERATION MODERATOR NANNY NOREPLY NOTIFICATION NOTIFICATIONS OF OFFICE',
    'OFFICER OFFICIAL OPERATIONS OPERATOR OUR PAYMENT PAYMENTS PAYOUT PAYOUTS PAYROLL POLICE PRIVACY',
    'REFUND REFUNDS REPRESENTATIVE ROOT SAFETY SECURITY SERVICE SERVICES SPECIALIST STAFF STRIPE',
    'SUPPORT SYSTEM TEAM THE TRUST TRUSTED VERIFICATION VERIFIED WALLET',
    'ASSISTANCE ASSURANCE BOOKING BOOKINGS BOT CARD CERTIFIED CHAT CHILD CLAIMS CLIENT CLIENTS COMMUNITY COMPLAINT',
    'COMPLAINTS COURT DEPT ENFORCEMENT ESCROW FAMILIES FEATURED FOR GOOGLE GOVERNMENT HEAD HEADQUARTERS HUMAN INSURANCE',
    'INTERNAL LEAD LIVE MASTERCARD MEMBER MEMBERS ONBOARDING ONLINE PAYPAL PLATFORM PREVENTION PROCESSING PROTECTIVE',
    'QUALITY RATED RELATIONS RESOURCES REVENUE REVIEW SENIOR SITE SUCCESS SUPERVISOR TAX TECH TECHNICAL TOP UNIT VENMO',
    'VISA WEB WEBSITE ZELLE',
    // Words for such offices in other languages.
    'ADMINISTRADOR ADMINISTRATEUR AIDE ASSISTENZA ATENCION AYUDA CLIENTE CLIENTES CLIENTI KUNDENDIENST KUNDENSERVICE SEGURIDAD',
    'SERVICIO SERVIZIO SICHERHEIT SOPORTE SUPORTE SUPPORTO АДМИН АДМИНИСТРАТОР АДМИНИСТРАЦИЯ БЕЗОПАСНОСТИ ПОДДЕРЖКА',
    'ПОДДЕРЖКИ СЛУЖБА ТЕХПОДДЕРЖКА 客服 管理员 管理員 サポート カスタマーサポート 고객센터 관리자 الدعم الإدارة סופורט תמיכה',
  ]
    .flatMap((line) => line.split(' '))
    .map(toSkeleton),
)

/**
 * Words of a message from an office, such as "Your account is locked". No name has only such words.
 */
const MESSAGE_WORDS = new Set(
  [
    'ACTION ALERT ARE BEEN BLOCKED CALL CLICK CONFIRM CONTACT EXPIRED FAILED FOR FROM HAS HERE HOLD IMPORTANT IN IS',
    'LIMITED LOCKED LOG LOGIN MESSAGE NEEDED NEW NOT NOTICE NOW ON PASSWORD PAY PAYING PLEASE REMINDER REQUIRED RESET',
    'SUSPENDED THIS TO UNLOCK UPDATE URGENT US VERIFY WARNING WAS WE WILL YOU YOUR',
  ]
    .flatMap((line) => line.split(' '))
    .map(toSkeleton),
)
/** Whether the words are a message. Two words are not enough, as "Will Call" may be a name. */
const isMessage = (words: readonly string[]) =>
  words.length > 2 && words.every((word) => OFFICE_WORDS.has(word) || MESSAGE_WORDS.has(word))

/** Makes texts that look alike equal: removes case, accents and letter styles, and replaces lookalikes. */
function toSkeleton(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter)
}

/** Whether a text has our name in it, in whatever letters and with whatever gaps. */
export function looksLikeProduct(text: string): boolean {
  return toSkeleton(text)
    .replace(/[^\p{L}]+/gu, '')
    .includes(PRODUCT_WORD)
}

/** Whether a name claims to be us or an office, in whatever letters and with whatever gaps. */
export function isReservedName(name: string): boolean {
  const words = toSkeleton(name)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const joinedWords = words.join('')
  if (looksLikeProduct(name) || OFFICE_WORDS.has(joinedWords)) return true
  return words.every((word) => OFFICE_WORDS.has(word)) || isMessage(words)
}

/** Whether some alphabet has all letters of a word. */
const isInOneAlphabet = (word: string) => WORD_IN_ALPHABET.some((alphabet) => alphabet.test(word))

/** What is wrong with a name in its plain form; null if nothing is. */
function findNameProblem(name: string, maximum: number): string | null {
  if (name === '') return 'Name is required'
  if (name.length < NAME_MINIMUM) return `Name must be at least ${NAME_MINIMUM} characters`
  if (name.length > maximum) return `Name must be at most ${maximum} characters`
  if (DIRECTION_IN_WORD.test(name))
    return 'Name has an invisible mark inside a word. Type the name instead of pasting it'
  if (WEB_ADDRESS.test(name)) return "Name can't contain a web address. Put a space after each dot"
  if (!ALLOWED_NAME.test(name) || UNREADABLE.test(name.replace(NEEDED_JOINERS, ''))) {
    return 'Name can contain only letters, spaces, hyphens, apostrophes, dots, commas and &'
  }
  if (!name.split(BETWEEN_WORDS).filter(Boolean).every(isInOneAlphabet)) {
    return 'Each word of a name must be in one alphabet'
  }
  if (isReservedName(name)) return 'This name is reserved. Please enter your own name'
  return null
}

/**
 * A person's name: one line of letters, each word in one alphabet. Normalized to NFC, trimmed, with plain
 * single spaces, hyphens and apostrophes.
 * @param maximum length in UTF-16 units, as a browser's maxlength counts
 * @see docs/rules/accounts.md#names
 */
export function nameSchema(maximum: number = NAME_MAXIMUM) {
  return z
    .string({ error: 'Name is required' })
    .transform((value) => toPlain(value.normalize('NFC')).trim())
    .superRefine((name, context) => {
      const message = findNameProblem(name, maximum)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
}

/** Removes marks of direction that have no effect, and replaces variants of spaces, hyphens and quotes. */
function toPlain(text: string): string {
  const visibleText = text.replace(LOOSE_DIRECTION, '')
  return PLAIN_CHARACTERS.reduce(
    (plain, [variants, character]) => plain.replace(variants, character),
    visibleText,
  )
}

/**
 * A name as mails and lists show it: a very long one is cut.
 * @param length how many letters are shown at most
 */
export function shortenName(name: string, length = SHOWN_LENGTH): string {
  const letters = Array.from(name)
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : name
}
