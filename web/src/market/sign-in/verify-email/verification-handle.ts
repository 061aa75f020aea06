/**
 * What this browser keeps from its last sign-up, so that the mailed link verifies without a new password. It
 * says nothing about the account, so it stays when someone logs in or out.
 * @see docs/rules/accounts.md#email-verification
 */
const storageKey = 'tendwell.verification'

export function saveVerificationHandle(handle: string): void {
  try {
    localStorage.setItem(storageKey, handle)
  } catch {
    // Storage is full or blocked: verifying takes a new password.
  }
}

/** Undefined in a browser that has not signed up. */
export function readVerificationHandle(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
