import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { describeRemoved, NOT_ME_DAYS, type RemovedFactor } from '@tendwell/contract/sign-in/not-me'
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineMail } from '../../notices/index.ts'
import {
  type AccountMail,
  audit,
  createMailedToken,
  defineAccountMail,
  findUserByEmail,
  lockUser,
} from '../../people/index.ts'
import { toNotMeUrl } from '../not-me/link.ts'

const RESET_TTL_MS = HOUR_MS

type PasswordChange = {
  userId: number
  at: string
  /** The session that changed it; null for a reset. */
  sessionId: string | null
  /** The factors that a reset removed. */
  removed: RemovedFactor[]
}

/** A reset link, valid for one hour, unless the address is unknown or its account deactivated. */
export const resetMail = defineMail<{ email: string; ipAddress: string }>('accounts.send-reset-email', {
  recipientOf: ({ email }) => email,
  async compose(deps, { email, ipAddress }) {
    const user = await findUserByEmail(deps.database, email)
    if (!user?.isActive) return null
    const token = await makeResetToken(deps, user.id, ipAddress)
    const url = `${deps.publicUrl()}${paths.resetPassword}?token=${token}`
    return { ...(user.passwordHash ? describeReset(url) : describeFirstPassword(url)), to: user.email }
  },
})

/** Makes the token of a reset link, and audits that somebody asked for the link. */
function makeResetToken(deps: Deps, userId: number, ipAddress: string): Promise<string> {
  return withTransaction(deps.database, async (transaction) => {
    await lockUser(transaction, userId)
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: null,
      action: 'password.reset-requested',
      subject: `user:${userId}`,
      address: ipAddress,
    })
    return createMailedToken(transaction, deps, { userId, purpose: 'reset_password', ttlMs: RESET_TTL_MS })
  })
}

function describeReset(url: string): AccountMail {
  return {
    subject: `Reset your ${PRODUCT_NAME} password`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'We received a request to reset the password of your account.',
      'This link works once, expires in 1 hour, and replaces any earlier one. If this wasn’t you, you can ignore this email. Your password stays the same.',
    ],
    action: { label: 'Reset password', url },
  }
}

/** The mail to the owner of an account without a password. */
function describeFirstPassword(url: string): AccountMail {
  return {
    subject: `Choose your ${PRODUCT_NAME} password`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Your account has no password yet. Choose one with this link, and log in with it from then on.',
      'The link works once, expires in 1 hour, and replaces any earlier one. If you didn’t try to log in, you can ignore this email.',
    ],
    action: { label: 'Choose a password', url },
  }
}

/** Informs the account's owner, in case someone else changed the password. */
export const passwordChangedMail = defineAccountMail<PasswordChange>(
  'accounts.send-password-changed-email',
  (deps, _to, { userId, at, sessionId, removed }) => ({
    subject: `Your ${PRODUCT_NAME} password was changed`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'Your password was just changed, and your other devices were logged out.',
      ...(removed.length > 0
        ? [
            `We also removed ${describeRemoved(removed)}, added less than ${NOT_ME_DAYS} days ago on a device that was new to your account, and your recovery codes. If it was yours, add it again.`,
          ]
        : []),
      `If this wasn’t you, press “This wasn’t me” within ${NOT_ME_DAYS} days. That logs out all devices and asks for a new password.`,
    ],
    action: { label: 'This wasn’t me', url: toNotMeUrl(deps, { userId, kind: 'password', at, sessionId }) },
  }),
)
