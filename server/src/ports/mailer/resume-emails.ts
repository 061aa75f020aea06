import { type Mailer, UnreachableError } from './port.ts'

/**
 * After an outage of the mail server, emails wait for their next attempt, up to hours.
 * @param resume makes them due, once the server has taken an email again
 * @see docs/rules/chat-and-notifications.md#emails
 */
export function resumeEmails(mailer: Mailer, resume: () => Promise<void>): Mailer {
  let wasUnreachable = false
  return {
    ...mailer,
    async send(email) {
      await mailer.send(email).catch((error: unknown) => {
        wasUnreachable ||= error instanceof UnreachableError
        throw error
      })
      if (!wasUnreachable) return
      wasUnreachable = false
      // This email is sent, whatever becomes of the others.
      await resume().catch(() => {
        wasUnreachable = true
      })
    },
  }
}
