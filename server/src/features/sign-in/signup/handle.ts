import type { Deps } from '../../../deps.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'

const PURPOSE = 'verification-handle'

/**
 * Creates the handle that the browser of a sign-up keeps, to show later that it signed up.
 * @param signupId random; made for a taken or banned address too, so that the answer is the same
 * @see docs/rules/accounts.md#sign-up
 */
export function createHandle(deps: Pick<Deps, 'secrets'>, signupId: string): string {
  return signText(deps.secrets, PURPOSE, signupId)
}

/** @returns the sign-up's id; null for a handle that we didn't sign */
export function readSignupHandle(deps: Pick<Deps, 'secrets'>, handle: string): string | null {
  return readSigned(deps.secrets, PURPOSE, handle)
}

/** Whether the handle belongs to the sign-up that the account's password comes from. */
export function isSignupBrowser(
  deps: Pick<Deps, 'secrets'>,
  handle: string | undefined,
  user: { signupId: string | null } | null,
): boolean {
  const signupId = handle === undefined ? null : readSignupHandle(deps, handle)
  return signupId !== null && signupId === user?.signupId
}
