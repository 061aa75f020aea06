import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { contactMail } from './notices.ts'

export function supportJobs(deps: Deps): void {
  handleMails(deps, [contactMail])
}
