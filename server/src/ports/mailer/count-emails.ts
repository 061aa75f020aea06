import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Mailer } from './port.ts'

/** @returns a mailer that counts what the mail server accepted and refused */
export function countEmails(mailer: Mailer, metrics: Metrics): Mailer {
  const emails = metrics.counter('tendwell_emails_total', 'Emails, by result', ['result'])
  emails.inc({ result: 'sent' }, 0)
  emails.inc({ result: 'failed' }, 0)
  return {
    ...mailer,
    async send(email) {
      try {
        await mailer.send(email)
        emails.inc({ result: 'sent' })
      } catch (error) {
        emails.inc({ result: 'failed' })
        throw error
      }
    },
  }
}
