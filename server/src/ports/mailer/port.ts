/** An email to one person. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Stops emails of this kind when mail programs post to it; none where they may not be stopped. */
  unsubscribeUrl?: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
}

export type Mailer = {
  /** Hands an email over for delivery. Rejects if it was not accepted; the job that sends it retries. */
  send(email: Email): Promise<void>
}
