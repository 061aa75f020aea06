/** The links by which people stop emails of one kind, and the footer of emails, which has these links. */
import { ALWAYS_ON, NOTIFICATION_KINDS, type NotificationKind } from '@tendwell/contract/chat/notifications'
import { paths } from '@tendwell/contract/routes'
import type { Deps } from '../../../deps.ts'
import { invalid } from '../../../platform/errors.ts'
import { readSigned, signText } from '../../../platform/secrets.ts'
import type { EmailContent } from '../../../ports/mailer/port.ts'
import { findUser } from '../../people/index.ts'
import { changeSetting } from '../settings.ts'

/** What the footer says that emails of each kind are about. */
const TOPICS: Record<NotificationKind, string> = {
  requests: 'booking requests',
  bookings: 'bookings and payments',
  messages: 'new messages',
  reviews: 'reviews',
  disputes: 'disputes',
  reminders: 'visits and your profile',
  searches: 'your saved searches and days that you wait for',
  security: 'your account',
}

const PURPOSE = 'unsubscribe'

/**
 * Makes the footer of a user's email, and, for kinds that can be switched off, the link by which mail
 * programs unsubscribe.
 * @param kind the kind of the notification; null for one to admins, who have no settings
 */
export function renderFooter(
  deps: Pick<Deps, 'publicUrl' | 'secrets'>,
  userId: number,
  kind: NotificationKind | null,
): Pick<EmailContent, 'footer' | 'unsubscribeUrl'> {
  if (!kind) return {}
  const settingsLink = {
    label: 'Notification settings',
    url: `${deps.publicUrl()}${paths.account}#notifications`,
  }
  if (ALWAYS_ON[kind]?.includes('email')) {
    return { footer: { text: `We always email you about ${TOPICS[kind]}.`, links: [settingsLink] } }
  }
  const token = encodeURIComponent(signText(deps.secrets, PURPOSE, `${userId}:${kind}`))
  return {
    footer: {
      text: `You get this email because emails about ${TOPICS[kind]} are on.`,
      links: [
        settingsLink,
        { label: 'Unsubscribe', url: `${deps.publicUrl()}${paths.unsubscribe}?token=${token}` },
      ],
    },
    unsubscribeUrl: `${deps.publicUrl()}/api/notifications/unsubscribe?token=${token}`,
  }
}

/**
 * Switches off emails of the kind that an unsubscribe link names. The link works without a login and more
 * than once, because mail programs may follow it by themselves.
 * @returns the kind
 * @throws AppError 400 for a link that we didn't sign
 */
export async function unsubscribe(deps: Deps, token: string): Promise<NotificationKind> {
  const [userId, kind] = (readSigned(deps.secrets, PURPOSE, token) ?? '').split(':')
  const knownKind = NOTIFICATION_KINDS.find((name) => name === kind)
  if (!knownKind || !(await findUser(deps.database, Number(userId))))
    throw invalid({ token: ['This link is not valid'] })
  await changeSetting(deps, Number(userId), knownKind, { email: false })
  return knownKind
}
