/** The onboarding form as typed. Never stored. */
export type BankForm = { holder: string; routing: string; account: string }

/** What is wrong with one field. */
export type BankProblem = { field: keyof BankForm; message: string }

/** What happens to payouts to a test account. */
type PayoutBehavior = 'arrive' | 'fail' | 'are canceled'

export type BankAnswer =
  | { kind: 'accepted'; payouts: PayoutBehavior; last4: string }
  | { kind: 'invalid'; problem: BankProblem }

/** The numbers are Stripe's where it has one. */
export const TEST_ACCOUNTS: readonly { number: string; says: string; payouts: PayoutBehavior }[] = [
  { number: '000123456789', says: 'Payouts arrive', payouts: 'arrive' },
  { number: '000111111116', says: 'Payouts fail', payouts: 'fail' },
  { number: '000111111113', says: 'Payouts are canceled', payouts: 'are canceled' },
  {
    number: '000222222227',
    says: 'Payouts arrive; one account for everyone who enters it',
    payouts: 'arrive',
  },
]

/** The end of the test account that counts as one account for everyone who enters it. */
const SHARED_LAST4 = '2227'

/**
 * The fingerprint of a bank account. Unlike at a real provider, each person's is another one, except that of
 * the shared test account.
 * @param accountId the connected account that it was entered for
 */
export function getFingerprint(accountId: string, last4: string): string {
  return last4 === SHARED_LAST4 ? last4 : `${accountId}:${last4}`
}

/** Validates the form, whose account must be a test account. */
export function checkBankAccount(form: BankForm): BankAnswer {
  const invalid = (field: keyof BankForm, message: string): BankAnswer => ({
    kind: 'invalid',
    problem: { field, message },
  })
  if (form.holder.trim() === '') return invalid('holder', 'Enter the account holder’s name.')
  if (!/^\s*\d{9}\s*$/.test(form.routing))
    return invalid('routing', 'Enter the nine digits of the routing number.')
  const enteredNumber = form.account.replace(/[\s-]/g, '')
  const account = TEST_ACCOUNTS.find(({ number }) => number === enteredNumber)
  if (!account) return invalid('account', 'Enter one of the test accounts below.')
  return { kind: 'accepted', payouts: account.payouts, last4: enteredNumber.slice(-4) }
}
