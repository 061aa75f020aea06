/**
 * Whether a bank account that others had has to be reviewed.
 * @see docs/rules/money.md#one-bank-account-one-person
 */

/** Another person's use of a bank account: when they entered it, or were banned with it. */
export type BankUse = { since: Date }
/** What staff decided on the bank account for the person who enters it now. */
export type BankVerdict = { verdict: 'approved' | 'refused'; at: Date }

/**
 * Whether staff have to review a bank account: other people used it, and at least one did so after staff last
 * approved it for this person.
 */
export function needsReview(otherUses: readonly BankUse[], verdict: BankVerdict | null): boolean {
  const approvedAt = verdict?.verdict === 'approved' ? verdict.at : null
  return otherUses.some(({ since }) => approvedAt === null || since > approvedAt)
}
