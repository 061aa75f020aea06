import { type Mailer, UnreachableError } from './port.ts'

/**
 * Wraps a mailer so that emails don't wait longer than needed after an outage of the mail server. Without
 * this, emails that failed would wait for their next attempt, which may take hours.
 * @param resume makes the waiting emails due; called when the server has accepted an email again
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
      // An error of `resume` doesn't fail this email, which was sent. The next email tries to resume again.
      await resume().catch(() => {
        wasUnreachable = true
      })
    },
  }
}
