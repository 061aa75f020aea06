/** A person whose identity a provider confirms. */
export type Identity = {
  /**
   * `issuer` and `subject` together identify the person. The email does not, because it may pass to someone
   * else.
   */
  issuer: string
  subject: string
  /** Verified by the provider; trimmed, lower case. */
  email: string
  /**
   * Whether the provider runs the mailbox. Otherwise it only saw once that the person could read it, and the
   * address may be another's by now.
   */
  ownsMailbox: boolean
  /** May be empty. */
  name: string
  /** Identifies the token, however its signature is spelled, so that it works only once. */
  tokenId: string
  /** From this time on the token is refused as expired. */
  expiresAt: Date
}

export type IdentityProvider = {
  /**
   * Verifies an ID token. May call the provider, so never use it in a transaction.
   * @returns null if the token is forged, expired, for another product or of an unverified address
   * @throws AppError 503 if the provider's keys are unavailable
   */
  identify(token: string): Promise<Identity | null>
}
