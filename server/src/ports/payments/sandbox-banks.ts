/** The onboarding form as typed. Never stored. */
export type BankForm = { holder: string; routing: string; account: string }

export type BankProblem = { field: keyof BankForm; message: string }

/** What happens to payouts to a test account. */
type PayoutBehavior = 'arrive' | 'fail' | 'are canceled'

export type BankAnswer =
  | { kind: 'accepted'; payouts: PayoutBehavior }
  | { kind: 'invalid'; problem: BankProblem }

export const TEST_ACCOUNTS = [
  { number: '000123456789', says: 'Payouts arrive' },
  { number: '000111111116', says: 'Payouts fail' },
  { number: '000111111113', says: 'Payouts are canceled' },
] as const

const BEHAVIORS = new Map<string, PayoutBehavior>([
  ['000123456789', 'arrive'],
  ['000111111116', 'fail'],
  ['000111111113', 'are canceled'],
])

/** The last four digits of the test account whose payouts behave like this. */
export function getLast4(payouts: PayoutBehavior): string | null {
  const account = [...BEHAVIORS].find(([, behavior]) => behavior === payouts)
  return account?.[0].slice(-4) ?? null
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
  const payouts = BEHAVIORS.get(form.account.replace(/[\s-]/g, ''))
  return payouts ? { kind: 'accepted', payouts } : invalid('account', 'Enter one of the test accounts below.')
}
