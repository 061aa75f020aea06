/** The links of emails that stop them, and the footer that holds these links. */
import { ALWAYS_ON, NOTIFICATION_KINDS, type NotificationKind } from '@tendwell/contract/chat/notifications'
import type { Deps } from '../../../deps.ts'
import { invalid } from '../../../platform/errors.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'
import type { EmailContent } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'
import { changeSetting } from '../settings.ts'

const TOPICS: Record<NotificationKind, string> = {
  requests: 'booking requests',
  bookings: 'bookings and payments',
  messages: 'new messages',
  reviews: 'reviews',
  disputes: 'disputes',
  reminders: 'visits and your profile',
  security: 'your account',
}

const PURPOSE = 'unsubscribe'

/**
 * The footer of a user's email, and the link by which mail programs stop its kind where that is possible.
 * @param kind null: for admins, who have no settings
 */
export function renderFooter(
  deps: Pick<Deps, 'publicUrl' | 'secrets'>,
  userId: number,
  kind: NotificationKind | null,
): Pick<EmailContent, 'footer' | 'unsubscribeUrl'> {
  if (!kind) return {}
  const settings = { label: 'Notification settings', url: `${deps.publicUrl()}/account#notifications` }
  if (ALWAYS_ON[kind]?.includes('email')) {
    return { footer: { text: `We always email you about ${TOPICS[kind]}.`, links: [settings] } }
  }
  const token = encodeURIComponent(signText(deps.secrets, PURPOSE, `${userId}:${kind}`))
  return {
    footer: {
      text: `You get this email because emails about ${TOPICS[kind]} are on.`,
      links: [settings, { label: 'Unsubscribe', url: `${deps.publicUrl()}/unsubscribe?token=${token}` }],
    },
    unsubscribeUrl: `${deps.publicUrl()}/api/notifications/unsubscribe?token=${token}`,
  }
}

/**
 * Switches off the emails that a link belongs to. The link works without a login and more than once, because
 * mail programs follow it by themselves.
 * @throws AppError 400 for a link that is not ours
 */
export async function unsubscribe(deps: Deps, token: string): Promise<NotificationKind> {
  const [userId, kind] = (readSigned(deps.secrets, PURPOSE, token) ?? '').split(':')
  const known = NOTIFICATION_KINDS.find((name) => name === kind)
  if (!known || !(await findUser(deps.database, Number(userId))))
    throw invalid({ token: ['This link is not valid'] })
  await changeSetting(deps, Number(userId), known, { email: false })
  return known
}
