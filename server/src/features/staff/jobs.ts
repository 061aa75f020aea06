import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { staffChangeMail } from './changes/notices.ts'
import { invitationMail } from './invitations/notices.ts'
import { staffMail } from './notices.ts'

export function staffJobs(deps: Deps): void {
  handleMails(deps, [invitationMail, staffMail, staffChangeMail])
}
