import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { greet } from '../../ports/mailer/email.ts'
import { type AccountMail, defineAccountMail, type UserRow } from '../people/index.ts'

type StaffMailJob =
  | { userId: number; change: 'role'; staffRole: StaffRole }
  | { userId: number; change: 'activated' | 'deactivated' }

/** A mail to a member of staff whose role was changed, or whose account was activated or deactivated. */
export const staffMail = defineAccountMail<StaffMailJob>('accounts.send-staff-email', (deps, to, job) =>
  job.change === 'role'
    ? composeRoleMail(to, STAFF_ROLE_NAMES[job.staffRole], deps.publicUrl())
    : composeStatusMail(to, job.change === 'activated', deps.publicUrl()),
)

function composeRoleMail({ fullName }: UserRow, role: string, publicUrl: string): AccountMail {
  return {
    subject: `Your role at ${PRODUCT_NAME} was changed`,
    greeting: greet(fullName),
    paragraphs: [
      'An admin changed your role, so you were logged out. Log in again to continue with the new one.',
    ],
    facts: [{ label: 'Your role now', lines: [role] }],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}

function composeStatusMail({ fullName }: UserRow, isActive: boolean, publicUrl: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} staff account was ${isActive ? 'activated' : 'deactivated'}`,
    greeting: greet(fullName),
    paragraphs: [
      isActive
        ? 'An admin activated your account again. You can log in with your password.'
        : 'An admin deactivated your account. You were logged out on all your devices and can’t log in anymore. If you think this is a mistake, ask an admin.',
    ],
    ...(isActive && { action: { label: 'Log in', url: `${publicUrl}${paths.login}` } }),
  }
}
