import { shortenName } from '@tendwell/contract/people/names'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import { paths } from '@tendwell/contract/routes'
import { INVITATION_DAYS, STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { withTransaction } from '../../../platform/database/database.ts'
import { randomToken } from '../../../platform/secrets.ts'
import { NAMELESS_GREETING } from '../../../ports/mailer/email.ts'
import { defineMail } from '../../notices/index.ts'
import { findUser, hashToken } from '../../people/index.ts'
import { lockInvitation, updateInvitation } from '../store.ts'

/**
 * The mail that invites someone, with a new link; it isn't sent if the invitation has ended. Only the hash of
 * the link's token is stored.
 */
export const invitationMail = defineMail<{ invitationId: number }>('accounts.send-invitation-email', {
  // Orders the mails of an invitation. Its address isn't needed for that, as it never changes.
  recipientOf: ({ invitationId }) => `invitation:${invitationId}`,
  async compose(deps, { invitationId }) {
    const token = randomToken()
    const invitation = await withTransaction(deps.database, async (transaction) => {
      const row = await lockInvitation(transaction, invitationId)
      if (!row || row.expiresAt <= deps.clock.now()) return null
      await updateInvitation(transaction, row.id, { tokenHash: hashToken(token) })
      return row
    })
    if (!invitation) return null
    const inviter = await findUser(deps.database, invitation.invitedBy)
    return {
      to: invitation.email,
      subject: `Join the ${PRODUCT_NAME} staff`,
      greeting: NAMELESS_GREETING,
      paragraphs: [
        `You were invited to work in the ${PRODUCT_NAME} console. Choose your name and a password to join.`,
        `This link works once, expires in ${INVITATION_DAYS} days, and replaces any earlier one. If you didn’t expect it, you can ignore this email.`,
      ],
      facts: [
        { label: 'Invited by', lines: [shortenName(inviter?.fullName ?? '')] },
        { label: 'Role', lines: [STAFF_ROLE_NAMES[invitation.staffRole]] },
      ],
      action: { label: 'Join the staff', url: `${deps.publicUrl()}${paths.acceptInvitation}?token=${token}` },
    }
  },
})
