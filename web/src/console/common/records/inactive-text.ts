/** `suspended` or `deactivated`; empty for an active account. */
export function describeInactive(account: { is_active: boolean; is_suspended: boolean }): string {
  if (account.is_active) return ''
  return account.is_suspended ? 'suspended' : 'deactivated'
}
