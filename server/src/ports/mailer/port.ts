/** A letter to one person. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Whom an answer goes to, where that is not the sender. */
  replyTo?: string
}

/** Hands a mail over for delivery; rejects when it was not taken, and the job behind it tries again. */
export type Mailer = {
  send(mail: Mail): Promise<void>
}
