import { formatInstant } from '@tendwell/contract/format'
import { shortenName } from '@tendwell/contract/people/names'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { INVITATION_DAYS, type StaffChangeKind } from '@tendwell/contract/staff/staff'
import { greet, renderEmail } from '../../ports/mailer/email.ts'
import type { Email } from '../../ports/mailer/port.ts'

type Recipient = { email: string; fullName: string; timezone?: string | null }

export function renderInvitationEmail(
  to: string,
  { url, role, inviter }: { url: string; role: string; inviter: string },
): Email {
  return renderEmail({
    to,
    subject: `Join the ${PRODUCT_NAME} staff`,
    greeting: 'Hi there,',
    paragraphs: [
      `You were invited to work in the ${PRODUCT_NAME} console. Choose your name and a password to join.`,
      `This link works once, expires in ${INVITATION_DAYS} days, and replaces any earlier one. If you didn't expect it, you can ignore this email.`,
    ],
    facts: [
      { label: 'Invited by', lines: [shortenName(inviter)] },
      { label: 'Role', lines: [role] },
    ],
    action: { label: 'Join the staff', url },
  })
}

export function renderRoleEmail({ email, fullName }: Recipient, role: string, publicUrl: string): Email {
  return renderEmail({
    to: email,
    subject: `Your role at ${PRODUCT_NAME} was changed`,
    greeting: greet(fullName),
    paragraphs: [
      'An admin changed your role, so you were logged out. Log in again to continue with the new one.',
    ],
    facts: [{ label: 'Your role now', lines: [role] }],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

export function renderActiveEmail(
  { email, fullName }: Recipient,
  isActive: boolean,
  publicUrl: string,
): Email {
  return renderEmail({
    to: email,
    subject: `Your ${PRODUCT_NAME} staff account was ${isActive ? 'activated' : 'deactivated'}`,
    greeting: greet(fullName),
    paragraphs: [
      isActive
        ? 'An admin activated your account again. You can log in with your password.'
        : "An admin deactivated your account. You were logged out on all your devices and can't log in anymore. If you think this is a mistake, ask an admin.",
    ],
    ...(isActive && { action: { label: 'Log in', url: `${publicUrl}/login` } }),
  })
}

const WANTED: Readonly<Record<StaffChangeKind, string>> = {
  invite: 'Invite as an admin',
  role: 'Change the role',
  activate: 'Activate the account of an admin',
  deactivate: 'Deactivate an admin',
}

/** To each admin, so that no admin comes or goes unnoticed. */
export function renderStaffChangeNotice(
  { email, fullName, timezone }: Recipient,
  notice: {
    step: 'asked' | 'approved' | 'declined'
    kind: StaffChangeKind
    /** A name, or the address that is invited. */
    person: string
    /** The role that they get; null where it stays. */
    role: string | null
    asker: string
    /** Empty before it is decided. */
    decider: string
    expiresAt: Date
    url: string
  },
): Email {
  const { step, kind, person, role, asker, decider, expiresAt, url } = notice
  const texts = {
    asked: {
      subject: 'A colleague asked for a change of the admins',
      says: 'Another admin has to approve it. If it looks wrong to you, decline it.',
    },
    approved: {
      subject: 'A change of the admins was approved',
      says: 'Two colleagues agreed to it. If it looks wrong to you, talk to them.',
    },
    declined: { subject: 'A change of the admins was declined', says: 'Nothing has changed.' },
  }[step]
  return renderEmail({
    to: email,
    subject: texts.subject,
    greeting: greet(fullName),
    paragraphs: [texts.says, 'All admins get this email.'],
    facts: [
      { label: 'Change', lines: [WANTED[kind]] },
      { label: 'Person', lines: [shortenName(person)] },
      ...(role === null ? [] : [{ label: 'Role', lines: [role] }]),
      { label: 'Asked by', lines: [shortenName(asker)] },
      step === 'asked'
        ? { label: 'Waits until', lines: [formatInstant(expiresAt.getTime(), timezone ?? 'UTC')] }
        : { label: step === 'approved' ? 'Approved by' : 'Declined by', lines: [shortenName(decider)] },
    ],
    action: { label: 'See the staff', url },
  })
}
