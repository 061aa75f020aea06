/** The card form as typed, by the names of its fields. Only the name is stored, with what was paid. */
export type CardForm = { card_number: string; expiry: string; cvc: string; name: string }

/** What is wrong with one field. */
export type CardProblem = { field: keyof CardForm; message: string }

/** `declined`: the issuer refused a valid card. `invalid`: the form has a problem. */
export type CardAnswer =
  | { kind: 'paid'; refunds: 'at once' | 'later' | 'never' }
  | { kind: 'declined' | 'invalid'; problem: CardProblem }

type TestCard = {
  number: string
  /** What the page says about the card. It leaves out the cards without such a text. */
  says?: string
  /** Why it is declined; without a reason it pays. */
  decline?: string
  /** `never`: a refund succeeds at first, and fails later. Refunds to other cards succeed at once. */
  refunds?: 'later' | 'never'
}

/** Stripe's test cards. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', says: 'Pays' },
  { number: '4000000000000002', says: 'Declined', decline: 'Your card was declined.' },
  { number: '4000000000009995', says: 'Insufficient funds', decline: 'Your card has insufficient funds.' },
  { number: '4000000000007726', refunds: 'later' },
  { number: '4000000000005126', refunds: 'never' },
]

/** Parses `MM / YY`. @returns months since year 0; null if it is not a date */
function parseExpiry(expiry: string): number | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  return month && year ? (2000 + Number(year)) * 12 + Number(month) - 1 : null
}

/**
 * Answers for a test card.
 * @param now the card must not have expired before the month of this time, in UTC
 * @see docs/rules/money.md#sandbox
 */
export function authorizeCard(form: CardForm, now: Date): CardAnswer {
  const invalid = (field: keyof CardForm, message: string): CardAnswer => ({
    kind: 'invalid',
    problem: { field, message },
  })
  const enteredNumber = form.card_number.replace(/[\s-]/g, '')
  const card = TEST_CARDS.find(({ number }) => number === enteredNumber)
  if (!card) return invalid('card_number', 'Your card number is invalid.')
  const expiryMonth = parseExpiry(form.expiry)
  if (expiryMonth === null) return invalid('expiry', 'Enter the expiry date as MM / YY.')
  const currentMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  if (expiryMonth < currentMonth) return invalid('expiry', 'Your card has expired.')
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc)) return invalid('cvc', 'Enter the 3 or 4 digits of the CVC.')
  if (form.name.trim() === '') return invalid('name', 'Enter the name on the card.')
  if (card.decline) return { kind: 'declined', problem: { field: 'card_number', message: card.decline } }
  return { kind: 'paid', refunds: card.refunds ?? 'at once' }
}
