/** What a card page was filled with, as typed. None of it is ever stored. */
export type CardForm = { name: string; cardNumber: string; expiry: string; cvc: string }

export type CardProblem = { field: keyof CardForm; message: string }

/** `declined` is the issuer's answer to a card that is in order; `problem` is the form's own. */
export type CardAnswer =
  | { kind: 'paid'; refunds: 'at once' | 'later' | 'never' }
  | { kind: 'declined'; message: string }
  | { kind: 'invalid'; problem: CardProblem }

export const TEST_CARDS = [
  { number: '4242424242424242', says: 'Pays' },
  { number: '4000000000000002', says: 'Is declined' },
  { number: '4000000000009995', says: 'Lacks funds' },
] as const

/** What each test card's issuer answers: a refusal, or null where it pays. */
const ANSWERS = new Map<string, string | null>([
  ['4242424242424242', null],
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000007726', null],
  ['4000000000005126', null],
])

/** Cards that pay, and whose refunds take their time, or seem to be done at once and fail after that: Stripe's numbers. */
const SLOW_REFUNDS = new Map<string, 'later' | 'never'>([
  ['4000000000007726', 'later'],
  ['4000000000005126', 'never'],
])

/** The last month of `MM / YY` as a count of months since year 0, or null when it is none. */
function monthsOf(expiry: string): number | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  return month && year ? (2000 + Number(year)) * 12 + Number(month) - 1 : null
}

function numberOf(form: CardForm): string {
  return form.cardNumber.replace(/[\s-]/g, '')
}

function problemOf(form: CardForm, now: Date): CardProblem | null {
  if (!ANSWERS.has(numberOf(form))) {
    return { field: 'cardNumber', message: 'Your card number is invalid.' }
  }
  const expires = monthsOf(form.expiry)
  if (expires === null) return { field: 'expiry', message: 'Enter the expiry date as MM / YY.' }
  if (expires < now.getUTCFullYear() * 12 + now.getUTCMonth()) {
    return { field: 'expiry', message: 'Your card has expired.' }
  }
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc))
    return { field: 'cvc', message: 'Enter the 3 or 4 digits of the CVC.' }
  if (form.name.trim() === '') return { field: 'name', message: 'Enter the name on the card.' }
  return null
}

/**
 * What a test card says (decisions §6: Stripe's test cards).
 * @param now whose month an expiry is held against
 * @param modes.refusesAll declines each card that is in order
 */
export function askCard(form: CardForm, now: Date, { refusesAll }: { refusesAll: boolean }): CardAnswer {
  const problem = problemOf(form, now)
  if (problem) return { kind: 'invalid', problem }
  if (refusesAll) return { kind: 'declined', message: 'Your card was declined.' }
  const message = ANSWERS.get(numberOf(form))
  if (message) return { kind: 'declined', message }
  return { kind: 'paid', refunds: SLOW_REFUNDS.get(numberOf(form)) ?? 'at once' }
}
