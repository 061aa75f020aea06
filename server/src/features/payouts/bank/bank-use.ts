/**
 * Whether a bank account that others had has to be reviewed.
 * @see docs/rules/money.md#one-bank-account-one-person
 */

/** Since when another person has, or had, a bank account, or was banned with it. */
export type BankUse = { since: Date }
/** What staff decided on it for the person who enters it now. */
export type BankVerdict = { verdict: 'approved' | 'refused'; at: Date }

/** An approval counts again for the same account, unless somebody else has come to have it since. */
export function needsReview(uses: readonly BankUse[], verdict: BankVerdict | null): boolean {
  const approvedAt = verdict?.verdict === 'approved' ? verdict.at : null
  return uses.some(({ since }) => approvedAt === null || since > approvedAt)
}
