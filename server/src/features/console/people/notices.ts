import { shortenName } from '@tendwell/contract/people/names'
import { paths } from '@tendwell/contract/routes'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { SHOWN_PEOPLE_A_DAY } from '@tendwell/contract/staff/staff-access'
import { greet } from '../../../ports/mailer/email.ts'
import { defineAdminMail, findUser } from '../../people/index.ts'

/** Who reached the limit (`actorId`), and on which UTC day, `YYYY-MM-DD`. */
type ShowLimitReached = { actorId: number; today: string }

/**
 * Tells an admin that a member of staff has opened the details of as many people as they may in a day.
 */
export const showLimitMail = defineAdminMail<ShowLimitReached>(
  'admin.send-show-limit-email',
  async (deps, { fullName }, { actorId, today }) => {
    const actor = await findUser(deps.database, actorId)
    if (!actor) return null
    return {
      subject: `A colleague opened the details of ${SHOWN_PEOPLE_A_DAY} people in a day`,
      greeting: greet(fullName),
      paragraphs: [
        'That is the most that one of us can open in a day. They can open those of others after midnight UTC.',
        'The audit log says whose details they opened, and why. If it looks wrong to you, talk to them, and end their sessions if it wasn’t them.',
        'All admins get this email.',
      ],
      facts: [
        { label: 'Colleague', lines: [shortenName(actor.fullName)] },
        { label: 'Role', lines: [actor.staffRole ? STAFF_ROLE_NAMES[actor.staffRole] : 'None'] },
        { label: 'Day', lines: [today] },
      ],
      action: { label: 'See what they did', url: `${deps.publicUrl()}${paths.adminAudit}?actor=${actorId}` },
    }
  },
)
