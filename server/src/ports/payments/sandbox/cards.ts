/** The card form as typed. Only the name is stored, with what was paid. */
export type CardForm = { name: string; cardNumber: string; expiry: string; cvc: string }

export type CardProblem = { field: keyof CardForm; message: string }

/** `declined`: the issuer refused a valid card. `invalid`: the form has a problem. */
export type CardAnswer =
  | { kind: 'paid'; refunds: 'at once' | 'later' | 'never' }
  | { kind: 'declined'; message: string }
  | { kind: 'invalid'; problem: CardProblem }

export const TEST_CARDS = [
  { number: '4242424242424242', says: 'Pays' },
  { number: '4000000000000002', says: 'Declined' },
  { number: '4000000000009995', says: 'Insufficient funds' },
] as const

/** Why each test card is declined; null if it pays. */
const DECLINES = new Map<string, string | null>([
  ['4242424242424242', null],
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000007726', null],
  ['4000000000005126', null],
])

/** Stripe's test cards whose refunds are slow, or succeed and fail later. */
const SLOW_REFUNDS = new Map<string, 'later' | 'never'>([
  ['4000000000007726', 'later'],
  ['4000000000005126', 'never'],
])

/** Parses `MM / YY`. @returns months since year 0; null if it is not a date */
function parseExpiry(expiry: string): number | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  return month && year ? (2000 + Number(year)) * 12 + Number(month) - 1 : null
}

function getDigits(form: CardForm): string {
  return form.cardNumber.replace(/[\s-]/g, '')
}

function findProblem(form: CardForm, now: Date): CardProblem | null {
  if (!DECLINES.has(getDigits(form))) {
    return { field: 'cardNumber', message: 'Your card number is invalid.' }
  }
  const expires = parseExpiry(form.expiry)
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
 * Answers for a test card.
 * @param now the expiry must not be before its month
 * @param modes.refusesAll declines every valid card
 * @see docs/rules/money.md#sandbox
 */
export function authorizeCard(
  form: CardForm,
  now: Date,
  { refusesAll }: { refusesAll: boolean },
): CardAnswer {
  const problem = findProblem(form, now)
  if (problem) return { kind: 'invalid', problem }
  if (refusesAll) return { kind: 'declined', message: 'Your card was declined.' }
  const message = DECLINES.get(getDigits(form))
  if (message) return { kind: 'declined', message }
  return { kind: 'paid', refunds: SLOW_REFUNDS.get(getDigits(form)) ?? 'at once' }
}
