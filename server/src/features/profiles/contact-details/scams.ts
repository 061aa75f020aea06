/**
 * Finds ways to pay elsewhere, the words of known scams, and links that imitate us.
 * @see docs/rules/safety.md#contact-details-in-messages
 */
import { looksLikeProduct } from '@tendwell/contract/people/names'

export type Scam = {
  kind: 'a way to pay elsewhere' | 'what looks like a scam' | 'a link that imitates Tendwell'
  text: string
}

/** A character between words. `\\W` can't be used: it also matches the letters of other alphabets. */
const GAP = '[^\\p{L}\\d]'
const SERVICE =
  '(?:cash\\s?app|venmo|zelle|pay\\s?pal|revolut|western\\s?union|money\\s?gram|e-?transfer|bizum|apple\\s?cash|(?:bank|wire)\\s(?:transfer|deposit)|money\\sorder)'
const COIN = '(?:bitcoins?|btc|ethereum|eth|usdt|usdc|tether|crypto(?:currency)?|litecoin|dogecoin)'
const CHECK = "(?:(?:certified|cashier'?s?|bank|personal|paper|e-?)\\s?)?(?:check|cheque)s?"
/** Excludes checks that aren't money: a check-up, a check-in, a checklist, a check for ticks. */
const NO_CHECK = `(?![\\s-]*(?:up|ups|in|ins|out|list|for(?!${GAP}*[$€£\\d])|on|whether|if|that)\\b)`
const PAYING =
  '(?:pa(?:y|id|ys|ying|yment|yments)|sen[dt]|sending|transfer(?:red|s)?|accept|prefer|take|use|wire)'
/**
 * A gap with at most this many words in it. Gaps and words have no character in common, so that a long text
 * is searched without backtracking.
 */
const gapWithWords = (most: number) => `${GAP}+(?:[\\p{L}\\d]+${GAP}+){0,${most}}?`
const pattern = (...parts: string[]) => new RegExp(parts.join('|'), 'iu')

/** An account at another service: a handle, a link or a number. */
const ACCOUNT = pattern(
  '(?<![\\p{L}\\d$])\\$(?!(?:usd|cad|aud|nzd|sgd|hkd)\\b)[a-z][a-z\\d_-]{2,19}(?![\\p{L}\\d])',
  '\\b(?:paypal\\.me|cash\\.(?:app|me)|venmo\\.com|revolut\\.me|zellepay\\.com|gofundme\\.com|ko-fi\\.com|buymeacoffee\\.com|buy\\.stripe\\.com|wise\\.com/pay)\\b\\S*',
  `\\b${SERVICE}\\b\\s{0,3}(?:(?:name|id|handle|user(?:name)?|tag)\\b\\s{0,3})?(?:is\\b\\s{0,3})?[:=]?\\s{0,3}[@$][\\p{L}\\d_.-]+`,
  `\\b${SERVICE}\\b\\s{0,3}[:=]\\s{0,3}[\\p{L}\\d_.@+-]{3,}`,
  '\\b(?:routing|account|sort)\\s{0,3}(?:number|no\\.?|code|#)?\\s{0,3}(?:is\\b)?\\s{0,3}[:=#]?\\s{0,3}\\d[\\d -]{4,}\\d',
  '\\b(?:bc1[a-z\\d]{20,60}|0x[a-f\\d]{40})\\b',
  `\\b${COIN}\\b${GAP}+(?:wallet|address)${GAP}+(?:is${GAP}+)?[a-z\\d]{20,60}`,
)

/** Words that ask for a payment elsewhere. */
const PAYMENT = pattern(
  `\\b(?:${PAYING}|my|your|our|got|have|via|by|through|with|on|over)${gapWithWords(3)}${SERVICE}\\b`,
  `\\b(?:venmo|zelle|cash\\s?app|paypal)${GAP}+(?:me|us|you|it|account|only|works|please|or|and)\\b`,
  '\\bIBAN\\b',
  `\\b(?:${PAYING}|buy|deposit)${gapWithWords(3)}${COIN}\\b`,
  `\\b${COIN}${GAP}+(?:wallet|address|only|please)\\b`,
  `\\bpay(?:ing|s|ment)?${GAP}+(?:(?:you|me|us|extra|more|less|half|everything|it all|the sitter)${GAP}+)*(?:in|by|with)${GAP}+cash\\b`,
  `\\bcash${GAP}+(?:only|in hand|under the table)\\b`,
  `\\bpay(?:ing|s|ment)?${GAP}+(?:(?:you|me|us|her|him|them)${GAP}+)?(?:by|with|via)${GAP}+(?:a${GAP}+)?${CHECK}\\b${NO_CHECK}`,
  `\\b(?:pa(?:y|id|ying|yments?)|book)\\b.{0,40}\\b(?:outside|off)${GAP}+(?:of${GAP}+)?(?:the|this)?${GAP}*(?:app|site|website|platform|tendwell)\\b`,
)

/** Words of known scams. */
const SCAM = pattern(
  `\\b(?:buy|bought|buying|send|purchase|pick\\sup|scratch|pa(?:y|id|ying))${gapWithWords(6)}gift\\s?-?cards?\\b`,
  '\\bgift\\s?-?cards?\\b.{0,40}\\b(?:codes?|pins?|scratch|back of)\\b',
  `\\b(?:deposit|cash|mail|mailed|mailing|issue|issued|send|sent|sending)${GAP}+(?:(?:you|me|us|the|this|that|a|my|our|your)${GAP}+)*${CHECK}\\b${NO_CHECK}`,
  `\\b(?:certified|cashier'?s?)${GAP}+(?:check|cheque)s?\\b`,
  '\\bover-?\\s?pa(?:y|id|yment|ying)\\b.{0,80}\\b(?:back|return|refund|rest|difference|balance|check|cheque)\\b',
  '\\b(?:send|return|transfer|refund|forward|wire)\\b.{0,30}\\b(?:rest|difference|remainder|remaining|balance|excess|extra money)\\b.{0,40}\\b(?:me|us|back|my|to|courier|agent|mover|supplier|vendor)\\b',
  `\\bkeep${GAP}+\\d+${GAP}+(?:dollars|usd|for${GAP}+you(?:rself)?)\\b.{0,20}\\band${GAP}+(?:send|transfer|wire|give|forward)\\b`,
  '\\bcourier\\b.{0,60}\\b(?:funds?|money|payment|cheque|cash|fee)\\b',
  '\\b(?:funds?|money|payment|cheque|cash|fee)\\b.{0,60}\\bcourier\\b',
  `\\bpay${GAP}+(?:the|my|our)${GAP}+(?:courier|movers?|shipper|agent)\\b`,
  '\\b(?:deposit|pre-?pay(?:ment)?|down\\s?payment|advance payment|half the money)\\b.{0,40}\\bbefore\\b.{0,30}\\b(?:meet|visit|interview|come|start|begin)',
  '\\bbefore\\b.{0,30}\\b(?:meet|visit|interview|come over)\\w*.{0,40}\\b(?:deposit|pre-?pay|fee)\\b',
  `\\b(?:send|pay|transfer|wire|leave)${gapWithWords(5)}(?:refundable|security|holding)?\\s?deposit\\b`,
  `\\b(?:send|pay|transfer|wire)${gapWithWords(5)}(?:registration|processing|application|training|holding|reservation|uniform|clearance)\\s+fee\\b`,
)

/** A match may begin only where a host name begins, so that a long one is tried once. */
const LINK = /(?<![\p{L}\d.-])(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}/giu
const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?\b/giu
/** A word with something between all its letters: `v e n m o`. */
const SPELLED = /(?<![\p{L}\d])(?:\p{L}[ .*_-]){3,30}\p{L}(?![\p{L}\d])/gu

/**
 * Finds a way to pay elsewhere, a known scam or a link that imitates us.
 * @param plain the text as `toPlain` returns it
 */
export function findScam(plain: string): Scam | null {
  const text = removeDisguises(plain)
  const link = findImitation(text)
  if (link) return { kind: 'a link that imitates Tendwell', text: link }
  const scam = SCAM.exec(text)
  if (scam) return { kind: 'what looks like a scam', text: scam[0] }
  const payment = findAccount(text) ?? PAYMENT.exec(text)?.[0]
  return payment ? { kind: 'a way to pay elsewhere', text: payment } : null
}

/**
 * Finds a payment account, or a link that imitates us. Words alone are allowed: a review may say that someone
 * asked for Venmo.
 * @param plain the text as `toPlain` returns it
 */
export function findAccountOrImitation(plain: string): Scam | null {
  const text = removeDisguises(plain)
  const link = findImitation(text)
  if (link) return { kind: 'a link that imitates Tendwell', text: link }
  const account = findAccount(text)
  return account === undefined ? null : { kind: 'a way to pay elsewhere', text: account }
}

const findAccount = (text: string): string | undefined =>
  ACCOUNT.exec(text)?.[0] ?? text.match(IBAN)?.find(isIban)

/** Removes disguises: spaces and dots between letters, and `$` for an s. */
function removeDisguises(plain: string): string {
  return plain
    .replace(SPELLED, (letters) => letters.replace(/\P{L}/gu, ''))
    .replace(/(?<=\p{L})\$(?=\p{L})/gu, 's')
}

/**
 * Whether a text is an IBAN: its check digits must be right. For these the first four characters go to the
 * end, letters count as 10 to 35, and the remainder of a division by 97 is 1.
 */
function isIban(text: string): boolean {
  const characters = text.replace(/[ -]/g, '').toUpperCase()
  if (characters.length < 15) return false
  const digits = (characters.slice(4) + characters.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/** Digits that look like letters. */
const DIGIT_LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 5: 's' }

/** A link whose host looks like our name without having it as its domain. */
function findImitation(text: string): string | undefined {
  return text.match(LINK)?.find((link) => {
    const host = link.replace(/^https?:\/\//iu, '').toLowerCase()
    const domain = host.split('.').at(-2)
    if (domain === 'tendwell') return false
    return looksLikeProduct(host.replace(/[0135]/g, (digit) => DIGIT_LETTERS[digit] ?? digit))
  })
}
