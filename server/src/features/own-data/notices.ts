import { formatFullDay } from '@tendwell/contract/format'
import { EXPORT_HOURS, REOPEN_DAYS } from '@tendwell/contract/people/own-data'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { DAY_MS, toLocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { greet } from '../../ports/mailer/email.ts'
import {
  type AccountMail,
  createMailedToken,
  defineAccountMail,
  getErasureDueTime,
  lockUser,
  type UserRow,
} from '../people/index.ts'

type OwnDataMail = { kind: 'export-ready' | 'closed' | 'reopened'; userId: number }

/**
 * The mails about an export that is ready, and about a closed or reopened account. None is sent if the
 * account was closed or opened again in the meantime, or to an unverified address.
 */
export const ownDataMail = defineAccountMail<OwnDataMail>('own-data.send-email', (deps, to, { kind }) => {
  if (!to.emailVerifiedAt || (to.closedAt !== null) !== (kind === 'closed')) return null
  if (kind === 'closed') return composeClosed(deps, to.id)
  if (kind === 'export-ready') return describeExport(to, deps.publicUrl())
  return to.isActive ? describeReopened(to, deps.publicUrl()) : describeKept(to, deps.publicUrl())
})

/**
 * Composes the mail with the link that opens a closed account again; null if it is no longer closed. A retry
 * makes a new link, which replaces the earlier one.
 */
async function composeClosed(deps: Deps, userId: number): Promise<AccountMail | null> {
  const reopening = await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    const ttlMs = user.closedAt
      ? user.closedAt.getTime() + REOPEN_DAYS * DAY_MS - deps.clock.now().getTime()
      : 0
    if (!user.closedAt || ttlMs <= 0) return null
    const token = await createMailedToken(transaction, deps, { userId, purpose: 'reopen_account', ttlMs })
    return { user, token, erasedAt: getErasureDueTime(user.closedAt) }
  })
  if (!reopening) return null
  const { user, token, erasedAt } = reopening
  const day = formatFullDay(toLocalDate(erasedAt.getTime(), user.timezone ?? 'UTC'))
  return describeClosed(user, `${deps.publicUrl()}${paths.reopenAccount}?token=${token}`, day)
}

function describeExport({ fullName }: UserRow, publicUrl: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} data is ready`,
    greeting: greet(fullName),
    paragraphs: [
      `The copy of your data that you asked for is ready. You can download it from your account for ${EXPORT_HOURS} hours. After that we delete it.`,
      'If you didn’t ask for it, log out your other devices and change your password.',
    ],
    action: { label: 'Go to my data', url: `${publicUrl}${paths.account}#your-data` },
  }
}

/** @param day on which everything is erased, such as `Mon, May 4, 2026` */
function describeClosed({ fullName, role }: UserRow, url: string, day: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} account is closed`,
    greeting: greet(fullName),
    paragraphs: [
      `You closed your account and were logged out on all your devices. We’ll erase your data on ${day}. Until then you can change your mind and open your account again with this link.`,
      `The link works once, for ${REOPEN_DAYS} days. Requests that were closed with the account stay closed.`,
      ...(role === 'admin'
        ? [
            'Your place on the staff has ended. Opening your account again doesn’t bring it back: an admin has to activate it.',
          ]
        : []),
      'We keep the payment records that the law requires, without your name.',
    ],
    action: { label: 'Keep my account', url },
  }
}

function describeReopened({ fullName }: UserRow, publicUrl: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} account is open again`,
    greeting: greet(fullName),
    paragraphs: ['Welcome back. Nothing will be erased, and you can log in as before.'],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}

/** The mail to someone who opened their account again while it is deactivated or suspended by staff. */
function describeKept({ fullName, role, suspendedUntil }: UserRow, publicUrl: string): AccountMail {
  return {
    subject: `Your ${PRODUCT_NAME} account is no longer closed`,
    greeting: greet(fullName),
    paragraphs: [
      'You opened your account again, so nothing will be erased.',
      suspendedUntil === null
        ? role === 'admin'
          ? 'Your place on the staff ended when you closed it, so you can’t log in until an admin activates it.'
          : 'But we deactivated it, so you can’t log in.'
        : `But it’s suspended until ${formatFullDay(toLocalDate(suspendedUntil.getTime(), 'UTC'))}. From then on you can log in as before.`,
      'If you have questions or think this is a mistake, write to us.',
    ],
    action: { label: 'Contact support', url: `${publicUrl}${paths.contact}` },
  }
}
