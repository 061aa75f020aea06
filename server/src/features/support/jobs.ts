import type { Deps } from '../../deps.ts'
import { type ContactMessage, renderContactEmail, SEND_CONTACT_EMAIL } from './notices.ts'

export function supportJobs(deps: Deps): void {
  deps.jobs.handle<ContactMessage>(SEND_CONTACT_EMAIL, (message) =>
    deps.mailer.send(renderContactEmail(message)),
  )
}
