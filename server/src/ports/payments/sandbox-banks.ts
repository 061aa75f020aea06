/** What the onboarding page was filled with, as typed. None of it is ever stored. */
export type BankForm = { holder: string; routing: string; account: string }

export type BankProblem = { field: keyof BankForm; message: string }

/** The bank's way with payouts. */
type Way = 'arrive' | 'fail' | 'are canceled'

export type BankAnswer = { kind: 'taken'; payouts: Way } | { kind: 'invalid'; problem: BankProblem }

export const TEST_ACCOUNTS = [
  { number: '000123456789', says: 'Payouts arrive' },
  { number: '000111111116', says: 'Payouts fail' },
  { number: '000111111113', says: 'Payouts are canceled' },
] as const

const WAYS = new Map<string, Way>([
  ['000123456789', 'arrive'],
  ['000111111116', 'fail'],
  ['000111111113', 'are canceled'],
])

/** What a test bank account is good for; Stripe's own numbers, where it has one. */
export function askBank(form: BankForm): BankAnswer {
  const invalid = (field: keyof BankForm, message: string): BankAnswer => ({
    kind: 'invalid',
    problem: { field, message },
  })
  if (form.holder.trim() === '') return invalid('holder', 'Enter the account holder’s name.')
  if (!/^\s*\d{9}\s*$/.test(form.routing))
    return invalid('routing', 'Enter the nine digits of the routing number.')
  const payouts = WAYS.get(form.account.replace(/[\s-]/g, ''))
  return payouts ? { kind: 'taken', payouts } : invalid('account', 'Enter one of the test accounts below.')
}
