import { formatInstant } from '@tendwell/contract/format'
import { shortenName } from '@tendwell/contract/people/names'
import { paths } from '@tendwell/contract/routes'
import { STAFF_ROLE_NAMES, type StaffChangeKind } from '@tendwell/contract/staff/staff'
import { greet } from '../../../ports/mailer/email.ts'
import { defineAdminMail, findNames } from '../../people/index.ts'
import { findStaffChange } from './queries.ts'

type Step = { changeId: number; step: 'asked' | 'approved' | 'declined' }

const CHANGE_NAMES: Readonly<Record<StaffChangeKind, string>> = {
  invite: 'Invite as an admin',
  role: 'Change the role',
  activate: 'Activate the account of an admin',
  deactivate: 'Deactivate an admin',
}

const TEXTS: Readonly<Record<Step['step'], { subject: string; says: string }>> = {
  asked: {
    subject: 'A colleague asked for a change of the admins',
    says: 'Another admin has to approve it. If it looks wrong to you, decline it.',
  },
  approved: {
    subject: 'A change of the admins was approved',
    says: 'Two colleagues agreed to it. If it looks wrong to you, talk to them.',
  },
  declined: { subject: 'A change of the admins was declined', says: 'Nothing has changed.' },
}

/**
 * A mail to each admin about each step of a change, so that no one becomes or stops being an admin unnoticed.
 */
export const staffChangeMail = defineAdminMail<Step>(
  'accounts.send-staff-change-notice',
  async (deps, { fullName, timezone }, { changeId, step }) => {
    const change = await findStaffChange(deps.database, changeId)
    if (!change) return null
    const { kind, userId, email, staffRole, requestedBy, decidedBy, expiresAt } = change
    const names = await findNames(deps.database, [userId, requestedBy, decidedBy])
    const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
    const { subject, says } = TEXTS[step]
    return {
      subject,
      greeting: greet(fullName),
      paragraphs: [says, 'All admins get this email.'],
      facts: [
        { label: 'Change', lines: [CHANGE_NAMES[kind]] },
        { label: 'Person', lines: [shortenName(email ?? nameOf(userId))] },
        ...(staffRole === null ? [] : [{ label: 'Role', lines: [STAFF_ROLE_NAMES[staffRole]] }]),
        { label: 'Asked by', lines: [shortenName(nameOf(requestedBy))] },
        step === 'asked'
          ? { label: 'Waits until', lines: [formatInstant(expiresAt.getTime(), timezone ?? 'UTC')] }
          : {
              label: step === 'approved' ? 'Approved by' : 'Declined by',
              lines: [shortenName(nameOf(decidedBy))],
            },
      ],
      action: { label: 'See the staff', url: `${deps.publicUrl()}${paths.adminStaff}` },
    }
  },
)
