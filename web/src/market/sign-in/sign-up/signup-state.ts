/** The navigation state from the sign-up screen to the verification screen. It survives a reload. */
export function toSignupState(email: string): { signupEmail: string } {
  return { signupEmail: email }
}

/** The address that has just signed up; null when the visitor came from another screen. */
export function readSignupEmail(state: unknown): string | null {
  const given =
    typeof state === 'object' && state !== null && 'signupEmail' in state ? state.signupEmail : null
  return typeof given === 'string' ? given : null
}
