/** What the sign-up screen hands to the verification screen: where the letter went. It survives a reload. */
export function toldBySignup(email: string): { signedUpEmail: string } {
  return { signedUpEmail: email }
}

/** The address that has just signed up, from a location's state; null for anyone who came another way. */
export function signedUpEmail(state: unknown): string | null {
  const told = typeof state === 'object' && state !== null && 'signedUpEmail' in state ? state : null
  return typeof told?.signedUpEmail === 'string' ? told.signedUpEmail : null
}
