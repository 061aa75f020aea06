/** The onboarding form as typed. Never stored. */
export type BankForm = { holder: string; routing: string; account: string }

export type BankProblem = { field: keyof BankForm; message: string }

/** What happens to payouts to a test account. */
type PayoutBehavior = 'arrive' | 'fail' | 'are canceled'

export type BankAnswer =
  | { kind: 'accepted'; payouts: PayoutBehavior; last4: string }
  | { kind: 'invalid'; problem: BankProblem }

export const TEST_ACCOUNTS = [
  { number: '000123456789', says: 'Payouts arrive' },
  { number: '000111111116', says: 'Payouts fail' },
  { number: '000111111113', says: 'Payouts are canceled' },
  { number: '000222222227', says: 'Payouts arrive; one account for everyone who enters it' },
] as const

const BEHAVIORS = new Map<string, PayoutBehavior>([
  ['000123456789', 'arrive'],
  ['000111111116', 'fail'],
  ['000111111113', 'are canceled'],
  ['000222222227', 'arrive'],
])

/**
 * The end of the only test account that is the same one for everybody. Each caregiver has the others for
 * themselves.
 */
const SHARED_LAST4 = '2227'

/**
 * The same bank account has the same fingerprint.
 * @param accountId the connected account that it was entered for
 */
export function getFingerprint(accountId: string, last4: string): string {
  return last4 === SHARED_LAST4 ? last4 : `${accountId}:${last4}`
}

/** Validates the form and looks up the test account. The numbers are Stripe's where it has one. */
export function checkBankAccount(form: BankForm): BankAnswer {
  const invalid = (field: keyof BankForm, message: string): BankAnswer => ({
    kind: 'invalid',
    problem: { field, message },
  })
  if (form.holder.trim() === '') return invalid('holder', 'Enter the account holder’s name.')
  if (!/^\s*\d{9}\s*$/.test(form.routing))
    return invalid('routing', 'Enter the nine digits of the routing number.')
  const number = form.account.replace(/[\s-]/g, '')
  const payouts = BEHAVIORS.get(number)
  return payouts
    ? { kind: 'accepted', payouts, last4: number.slice(-4) }
    : invalid('account', 'Enter one of the test accounts below.')
}
