import { formatFullDay } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { greet } from '../../../ports/mailer/email.ts'
import { type AccountMail, defineAccountMail } from '../account-mail.ts'
import type { UserRow } from '../user.ts'

/** Why an account was deactivated, and what this did to its upcoming visits. */
export type Deactivation = {
  reason: string
  /** How many visits were canceled. */
  canceled: number
  /** What the families get back, and how much of that waits until a bank has decided on a chargeback. */
  refundCents: number
  waitingCents: number
  /** The UTC day on which a suspended account is active again, `YYYY-MM-DD`. */
  suspendedUntil: string | null
}

/**
 * Says to a family or caregiver that their account was deactivated or suspended, or, with `deactivation`
 * null, activated again. It isn't sent to an unverified address, which may be a stranger's.
 */
export const activationMail = defineAccountMail<{ userId: number; deactivation: Deactivation | null }>(
  'accounts.send-activation-email',
  (deps, to, { deactivation }) => {
    if (!to.emailVerifiedAt) return null
    if (!deactivation) return composeActivatedMail(to, deps.publicUrl())
    const { suspendedUntil } = deactivation
    if (suspendedUntil === null) return composeDeactivatedMail(to, deactivation, deps.publicUrl())
    return composeSuspendedMail(to, { ...deactivation, suspendedUntil }, deps.publicUrl())
  },
)

type Recipient = Pick<UserRow, 'fullName' | 'role' | 'closedAt'>

function composeDeactivatedMail(
  { fullName, role, closedAt }: Recipient,
  deactivation: Deactivation,
  publicUrl: string,
): AccountMail {
  const paragraphs = [
    closedAt
      ? `We deactivated your ${PRODUCT_NAME} account. You had already closed it, and it will still be erased. If you open it again, you won’t be able to log in.`
      : `We deactivated your ${PRODUCT_NAME} account. You were logged out on all your devices and can’t log in anymore.`,
    `Your open requests were closed. ${describeCanceledVisits(role, deactivation)}`,
  ]
  if (role === 'caregiver') {
    paragraphs.push(
      'Families no longer see your profile. Money in your wallet stays there until we have looked into it.',
    )
  }
  return {
    subject: `Your ${PRODUCT_NAME} account was deactivated`,
    greeting: greet(fullName),
    paragraphs: [...paragraphs, 'If you have questions or think this is a mistake, write to us.'],
    facts: [{ label: 'Reason', lines: deactivation.reason.split('\n') }],
    action: { label: 'Contact support', url: `${publicUrl}${paths.contact}` },
  }
}

function composeSuspendedMail(
  { fullName, role, closedAt }: Recipient,
  deactivation: Deactivation & { suspendedUntil: string },
  publicUrl: string,
): AccountMail {
  const day = formatFullDay(deactivation.suspendedUntil)
  return {
    subject: `Your ${PRODUCT_NAME} account is suspended for now`,
    greeting: greet(fullName),
    paragraphs: [
      closedAt
        ? `We suspended your ${PRODUCT_NAME} account until ${day}. You had already closed it, and it will still be erased. If you open it again, you won’t be able to log in before ${day}.`
        : `We suspended your ${PRODUCT_NAME} account until ${day}. Until then you can’t log in. After that, you can log in as before, and we’ll send you an email.`,
      `Your open requests were closed. ${describeCanceledVisits(role, deactivation)} Visits from ${day} on stay as they are.`,
      'If you have questions or think this is a mistake, write to us. We read every message.',
    ],
    facts: [{ label: 'Why', lines: deactivation.reason.split('\n') }],
    action: { label: 'Contact support', url: `${publicUrl}${paths.contact}` },
  }
}

/** Says which visits were canceled and, to a family, which money comes back now and which later. */
function describeCanceledVisits(
  role: Recipient['role'],
  {
    canceled,
    refundCents,
    waitingCents,
    suspendedUntil,
  }: Pick<Deactivation, 'canceled' | 'refundCents' | 'waitingCents' | 'suspendedUntil'>,
): string {
  if (canceled === 0) {
    return suspendedUntil === null
      ? 'You had no paid bookings ahead.'
      : 'You had no paid bookings before that day.'
  }
  const before = suspendedUntil === null ? '' : ' before that day'
  const visits =
    canceled === 1 ? `Your upcoming visit${before} was` : `Your ${canceled} upcoming visits${before} were`
  if (role === 'caregiver') {
    const families =
      canceled === 1 ? 'the family was notified and gets' : 'the families were notified and get'
    return `${visits} canceled, and ${families} their money back.`
  }
  const canceledVisits = `${visits} canceled, and ${canceled === 1 ? 'the caregiver was' : 'the caregivers were'} notified.`
  if (refundCents === 0) return `${canceledVisits} By the cancellation policy, nothing is refunded.`
  const nowCents = refundCents - waitingCents
  const refundNow = nowCents === 0 ? '' : ` We’re refunding ${formatUsd(nowCents)} to your payment method.`
  const waitingRefund =
    waitingCents === 0
      ? ''
      : ` Your bank is deciding about a payment. Once it has decided, you get ${formatUsd(waitingCents)} of it back, from it or from us.`
  return `${canceledVisits}${refundNow}${waitingRefund}`
}

function composeActivatedMail({ fullName }: Recipient, publicUrl: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} account is active again`,
    greeting: greet(fullName),
    paragraphs: [
      'We activated your account again, so you can log in as before.',
      'Requests we closed and bookings we canceled in the meantime won’t come back.',
    ],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}
