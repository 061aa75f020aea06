/** A person as an identity provider vouches for them. */
export type Identity = {
  /** With `subject` the key of the person: an address may change hands, these don't. */
  issuer: string
  subject: string
  /** Verified by the provider; trimmed, lower case. */
  email: string
  /** As typed at the provider; may be empty. */
  name: string
  /** Names this one token, whatever way it is spelled: a token is good for one use. */
  tokenId: string
  /** From then on the provider's token is refused for its age alone. */
  expiresAt: Date
}

/** Reads the tokens by which a provider tells who somebody is. */
export type IdentityProvider = {
  /**
   * Who a token speaks of; null for one that is forged, expired, for another product or of an unverified address.
   * Goes over the network: never call it in a transaction.
   * @throws AppError 503 when the provider's keys can't be had
   */
  identify(token: string): Promise<Identity | null>
}
