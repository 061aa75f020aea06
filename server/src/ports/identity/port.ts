/** A person whose identity a provider confirms. */
export type Identity = {
  /**
   * `issuer` and `subject` together identify the person. The email doesn't, because an address may be given
   * to another person later.
   */
  issuer: string
  subject: string
  /** An address that the provider verified; trimmed, lower case. */
  email: string
  /**
   * Whether the provider itself hosts the mailbox. If not, it only verified once that the person could read
   * it, and the address may belong to another person by now.
   */
  ownsMailbox: boolean
  /** May be empty. */
  name: string
  /** Identifies the token, so that it can be used only once. */
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
