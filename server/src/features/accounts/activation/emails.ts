import { formatUsd } from '@tendwell/contract/money'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { renderEmail } from '../../../ports/mailer/email.ts'
import type { Email } from '../../../ports/mailer/port.ts'
import type { UserRow } from '../user.ts'

/** Why an account was deactivated, and what became of the bookings ahead. */
export type Deactivation = { reason: string; canceled: number; refundCents: number }

type Recipient = Pick<UserRow, 'email' | 'fullName' | 'role'>

export function renderDeactivatedEmail(
  { email, fullName, role }: Recipient,
  deactivation: Deactivation,
  publicUrl: string,
): Email {
  const paragraphs = [
    `We deactivated your ${PRODUCT_NAME} account. You were logged out on all your devices and can't log in anymore.`,
    `Your open requests were closed. ${describeBookings(role, deactivation)}`,
  ]
  if (role === 'caregiver') {
    paragraphs.push(
      'Families no longer see your profile. Money in your wallet stays there until we have looked into it.',
    )
  }
  return renderEmail({
    to: email,
    subject: `Your ${PRODUCT_NAME} account was deactivated`,
    greeting: `Hi ${fullName},`,
    paragraphs: [...paragraphs, 'If you have questions or think this is a mistake, write to us.'],
    facts: [{ label: 'Reason', lines: deactivation.reason.split('\n') }],
    action: { label: 'Contact support', url: `${publicUrl}/contact` },
  })
}

function describeBookings(
  role: Recipient['role'],
  { canceled, refundCents }: Pick<Deactivation, 'canceled' | 'refundCents'>,
): string {
  if (canceled === 0) return 'You had no paid bookings ahead.'
  const visits = canceled === 1 ? 'Your upcoming visit was' : `Your ${canceled} upcoming visits were`
  if (role === 'caregiver') return `${visits} canceled, and the families were told and get their money back.`
  const refund =
    refundCents === 0
      ? 'By the cancellation policy, nothing is refunded.'
      : `We refund ${formatUsd(refundCents)} to your payment method.`
  return `${visits} canceled, and the caregivers were told. ${refund}`
}

export function renderActivatedEmail({ email, fullName }: Recipient, publicUrl: string): Email {
  return renderEmail({
    to: email,
    subject: `Your ${PRODUCT_NAME} account is active again`,
    greeting: `Hi ${fullName},`,
    paragraphs: [
      'We activated your account again, so you can log in as before.',
      'Requests and bookings that ended with the deactivation stay closed.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
  })
}
