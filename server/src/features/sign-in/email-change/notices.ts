import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import type { EmailChangeSide } from '@tendwell/contract/sign-in/accounts'
import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineMail, queueMail } from '../../notices/index.ts'
import {
  type AccountMail,
  createMailedToken,
  findUser,
  findUserByEmail,
  isBannedEmail,
  lockUser,
} from '../../people/index.ts'
import { type MailedChange, toNotMeUrl } from '../not-me/link.ts'
import { describeBanned } from '../signup/notices.ts'
import { findEmailChange } from './store.ts'

const LINK_LIFE = 'This link works once and expires in 24 hours.'

/** `newEmail` identifies the change: if another change has replaced it, no link is sent. */
type ChangeLink = { userId: number; newEmail: string; side: EmailChangeSide }
/** `change` is null in the mail to the new address: only the old one gets the link that takes it back. */
type ChangedMailJob = { to: string; change: MailedChange | null }

/**
 * The link to one of the two addresses. A taken or banned new address gets no link: its owner learns that
 * someone tried.
 */
export const changeLinkMail = defineMail<ChangeLink>('accounts.send-email-change-link', {
  recipientOf: ({ userId }) => userId,
  async compose(deps, { userId, newEmail, side }) {
    const user = await findUser(deps.database, userId)
    if (!user?.isActive) return null
    if (side === 'new' && (await isBannedEmail(deps.database, deps, newEmail))) {
      return { ...describeBanned(deps.publicUrl()), to: newEmail }
    }
    if (side === 'new' && (await findUserByEmail(deps.database, newEmail))) {
      return { ...describeTaken(deps.publicUrl()), to: newEmail }
    }
    const token = await makeChangeToken(deps, { userId, newEmail, side })
    if (token === null) return null
    const url = `${deps.publicUrl()}${paths.confirmEmailChange}?token=${token}&side=${side}`
    return side === 'old'
      ? { ...describeToOldAddress(url, newEmail), to: user.email }
      : { ...describeToNewAddress(url), to: newEmail }
  },
})

/**
 * Makes the token of the link to the old or the new address.
 * @returns null if the change has ended or another has replaced it
 */
function makeChangeToken(deps: Deps, { userId, newEmail, side }: ChangeLink): Promise<string | null> {
  return withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, userId)
    const now = deps.clock.now()
    const change = await findEmailChange(transaction, userId, now)
    if (change?.newEmail !== newEmail) return null
    const ttlMs = change.expiresAt.getTime() - now.getTime()
    return createMailedToken(transaction, deps, { userId, purpose: `change_email_${side}`, ttlMs })
  })
}

/** Queues the links to both addresses. */
export async function queueLinkMails(
  transaction: Transaction,
  deps: Deps,
  change: Omit<ChangeLink, 'side'>,
): Promise<void> {
  for (const side of ['old', 'new'] as const) {
    await queueMail(transaction, deps, changeLinkMail, { ...change, side })
  }
}

/** @param url of the page that confirms; with `stop` it stops the change instead */
function describeToOldAddress(url: string, newEmail: string): AccountMail {
  return {
    subject: `Confirm the new email of your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'You asked us to change the email of your account. Nothing changes until you confirm it here and at the new address.',
      LINK_LIFE,
      'If this wasn’t you, stop the change. That also logs out all devices, and you should then set a new password.',
    ],
    facts: [{ label: 'New email', lines: [newEmail] }],
    action: { label: 'Confirm the change', url },
    secondAction: { label: 'This wasn’t me: stop the change', url: `${url}&stop=1` },
  }
}

function describeToNewAddress(url: string): AccountMail {
  return {
    subject: `Confirm this email for your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      `Someone asked to use this address for their ${PRODUCT_NAME} account. If it was you, confirm it here, and in the email we sent to your current address.`,
      `${LINK_LIFE} If this wasn’t you, you can ignore this email.`,
    ],
    action: { label: 'Confirm this email', url },
  }
}

/** The mail to a new address that has an account already. */
function describeTaken(publicUrl: string): AccountMail {
  return {
    subject: `You already have a ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Someone tried to use this address for another account. It belongs to yours, so nothing has changed.',
      `If it was you, log in to the account of this address. Forgot your password? Reset it at ${publicUrl}${paths.forgotPassword}`,
      'If this wasn’t you, there’s nothing you need to do.',
    ],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}

/** A mail to each of the two addresses, once both have confirmed. The old one can take the change back. */
export const emailChangedMail = defineMail<ChangedMailJob>('accounts.send-email-changed', {
  recipientOf: ({ to }) => to,
  compose(deps, { to, change }) {
    const notMeUrl = change && toNotMeUrl(deps, change)
    const contact = { label: 'Contact support', url: `${deps.publicUrl()}${paths.contact}` }
    return {
      to,
      subject: `The email of your ${PRODUCT_NAME} account was changed`,
      greeting: NAMELESS_GREETING,
      paragraphs: [
        'Both addresses confirmed the change. From now on, log in with the new one. Your other devices were logged out.',
        notMeUrl === null
          ? 'If this wasn’t you, contact support right away.'
          : `If this wasn’t you, press “This wasn’t me” within ${NOT_ME_DAYS} days. That puts this address back, logs out all devices and asks for a new password.`,
      ],
      ...(notMeUrl === null
        ? { action: contact }
        : { action: { label: 'This wasn’t me', url: notMeUrl }, secondAction: contact }),
    }
  },
})

/** Queues a notice to both addresses that the change is done. */
export async function queueChangedMails(
  transaction: Transaction,
  deps: Deps,
  change: MailedChange & { emails: { before: string; after: string } },
): Promise<void> {
  const { before, after } = change.emails
  for (const to of [before, after]) {
    await queueMail(transaction, deps, emailChangedMail, { to, change: to === before ? change : null })
  }
}
