import { formatInstant } from '@tendwell/contract/format'
import { shortenName } from '@tendwell/contract/people/names'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { RECOVERY_WAIT_HOURS } from '@tendwell/contract/sign-in/two-step'
import { withTransaction } from '../../../../platform/database/database.ts'
import { randomToken } from '../../../../platform/secrets.ts'
import { greet, NAMELESS_GREETING } from '../../../../ports/mailer/email.ts'
import { defineMail } from '../../../notices/index.ts'
import {
  type AccountMail,
  defineAccountMail,
  defineAdminMail,
  findNames,
  hashToken,
  lockUser,
} from '../../../people/index.ts'
import { getApprovalTime } from './approval.ts'
import { findRecovery } from './queries.ts'
import { setStopToken } from './store.ts'

/**
 * A mail to the person concerned, with the link that stops a recovery. The link's token is made here, so that
 * only the mail has it.
 */
export const recoveryRequestedMail = defineMail<{ userId: number; recoveryId: number }>(
  'accounts.send-recovery-requested-email',
  {
    recipientOf: ({ userId }) => userId,
    async compose(deps, { userId, recoveryId }) {
      const token = randomToken()
      const user = await withTransaction(deps.database, async (transaction) => {
        const user = await lockUser(transaction, userId)
        return (await setStopToken(transaction, recoveryId, hashToken(token))) ? user : null
      })
      const recovery = user && (await findRecovery(deps.database, recoveryId))
      if (!recovery) return null
      const earliest = formatInstant(getApprovalTime(recovery.requestedAt).getTime(), user.timezone ?? 'UTC')
      return {
        to: user.email,
        subject: `Someone asked us to turn off two-step sign-in on your ${PRODUCT_NAME} account`,
        greeting: NAMELESS_GREETING,
        paragraphs: [
          `Our support team was asked to turn off two-step sign-in for your account because the second step was lost. Two people on our team have to agree, and we wait at least ${RECOVERY_WAIT_HOURS} hours so that you can stop it.`,
          'If you asked for this, you don’t need to do anything. We’ll email you when we’ve decided.',
          'If this wasn’t you, stop the request now. Your account will stay as it is.',
        ],
        facts: [{ label: 'At the earliest', lines: [earliest] }],
        action: { label: 'This wasn’t me', url: `${deps.publicUrl()}${paths.stopRecovery}?token=${token}` },
      }
    },
  },
)

/** A mail to each admin, so that no recovery goes unnoticed. */
export const recoveryAdminMail = defineAdminMail<{ recoveryId: number; step: 'asked' | 'approved' }>(
  'accounts.send-recovery-notice',
  async (deps, { fullName, timezone }, { recoveryId, step }) => {
    const recovery = await findRecovery(deps.database, recoveryId)
    if (!recovery) return null
    const { userId, requestedBy, decidedBy, requestedAt } = recovery
    const names = await findNames(deps.database, [userId, requestedBy, decidedBy])
    const nameOf = (id: number | null) => shortenName((id !== null && names.get(id)) || '')
    const earliest = formatInstant(getApprovalTime(requestedAt).getTime(), timezone ?? 'UTC')
    return {
      subject:
        step === 'asked'
          ? 'A colleague asked to turn off someone’s two-step sign-in'
          : 'Someone’s two-step sign-in was turned off',
      greeting: greet(fullName),
      paragraphs: [
        step === 'asked'
          ? 'Another admin has to approve it. If it looks wrong to you, decline it on the person’s page.'
          : 'Two colleagues agreed to it. If it looks wrong to you, deactivate the account and talk to them.',
        'All admins get this email.',
      ],
      facts: [
        { label: 'Person', lines: [nameOf(userId)] },
        { label: 'Asked by', lines: [nameOf(requestedBy)] },
        step === 'asked'
          ? { label: 'At the earliest', lines: [earliest] }
          : { label: 'Approved by', lines: [nameOf(decidedBy)] },
      ],
      action: { label: 'See the request', url: `${deps.publicUrl()}${paths.adminPerson(userId)}` },
    }
  },
)

type Outcome = 'approved' | 'declined'

/** A mail to the person concerned, with what was decided. */
export const recoveryEndedMail = defineAccountMail<{ userId: number; outcome: Outcome }>(
  'accounts.send-recovery-ended-email',
  (deps, _to, { outcome }) => describeEnded(deps.publicUrl(), outcome),
)

function describeEnded(publicUrl: string, outcome: Outcome): AccountMail {
  if (outcome === 'declined') {
    return {
      subject: `Your ${PRODUCT_NAME} two-step sign-in stays on`,
      greeting: NAMELESS_GREETING,
      paragraphs: [
        'We couldn’t confirm that the request to turn off two-step sign-in came from you, so nothing has changed.',
        'If you lost your second step, write to us again.',
      ],
      action: { label: 'Contact us', url: `${publicUrl}${paths.contact}` },
    }
  }
  return {
    subject: `Two-step sign-in was turned off for your ${PRODUCT_NAME} account`,
    greeting: NAMELESS_GREETING,
    paragraphs: [
      'As you asked, our support team turned off two-step sign-in. All your devices were logged out, and your passkeys, authenticator app and recovery codes no longer work.',
      'You can now log in with your password or Google, and turn two-step sign-in on again.',
      'If you didn’t ask for this, reset your password and write to us right away.',
    ],
    action: { label: 'Log in', url: `${publicUrl}${paths.login}` },
    secondAction: { label: 'Contact us', url: `${publicUrl}${paths.contact}` },
  }
}
