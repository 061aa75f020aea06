import type { Deps } from '../../deps.ts'
import { MAIL_SUPPORT, type Question, renderContactEmail } from './emails.ts'

export function supportJobs(deps: Deps): void {
  deps.jobs.handle<Question>(MAIL_SUPPORT, (question) => deps.mailer.send(renderContactEmail(question)))
}
