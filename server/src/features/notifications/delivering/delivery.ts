import { KIND_OF_TYPE } from '@tendwell/contract/chat/notifications'
import { toCallAddress } from '@tendwell/contract/people/call-address'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import type { NewJob } from '../../../platform/jobs/jobs.ts'
import type { Push } from '../../../platform/realtime/hub.ts'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import { type EmailFact, mailQueue } from '../../../ports/mailer/port.ts'
import { isBlockedBetween, lockPairUnlessBlocked } from '../../blocks/index.ts'
import { findOtherPhone, getMeeting, toWayFacts } from '../../bookings/index.ts'
import { makeCalendarFile } from '../../calendars/index.ts'
import {
  type CalendarSubject,
  CONTACT,
  type DoneNotices,
  type Fact,
  fillNames,
  fillVisitDay,
  firstNamePlaceholder,
  type Notice,
  type NoticeContent,
  renderFacts,
} from '../../notices/index.ts'
import { findMailNames, users } from '../../people/index.ts'
import { caregiverProfiles, readerZone } from '../../profiles/index.ts'
import { toNotMeUrl } from '../../sign-in/index.ts'
import { markNotificationsDone } from '../commands.ts'
import { listStaffIds } from '../queries.ts'
import { findChannels, listChannels } from '../settings.ts'
import { insertNotifications } from '../store.ts'
import { notifications } from '../tables.ts'
import { renderFooter } from './unsubscribe.ts'

const EMAIL_JOB = 'notifications.email'

/** The payload of the job: the notification and what only its email has. */
type EmailPayload = {
  notificationId: number
  userId: number
  subject: string | null
  mailMessage?: string | undefined
  mailMore?: string | undefined
  facts?: Fact[] | undefined
  calendarOf?: CalendarSubject | undefined
  phoneOf?: number | undefined
  meetingOf?: number | undefined
  secondAction?: NoticeContent['secondAction']
  bankChangedAt?: string | undefined
  from?: number | undefined
}

/** A notice to one person. */
type NoticeToOne = Extract<Notice, { userId: number }>

/**
 * Stores notifications, adds the jobs that email them, and pushes them with the commit. If a user switched
 * off notifications of this kind in the app, it is stored as read, so that the bell doesn't count it, and not
 * pushed.
 * @returns how many are new: a user may already have a notification for this cause, or get none because of a
 *   block or because it is no longer wanted
 * @see docs/rules/chat-and-notifications.md#notifications
 */
export async function notifyUsers(
  deps: Deps,
  transaction: Transaction,
  notices: readonly NoticeToOne[],
): Promise<number> {
  const allowedNotices: NoticeToOne[] = []
  for (const notice of notices) {
    const { userId, from } = notice
    // The pair first, as a block does, which then closes what is open between the two.
    const isAllowed = from === undefined || (await lockPairUnlessBlocked(transaction, userId, from))
    if (isAllowed && ((await notice.isStillWanted?.(transaction)) ?? true)) allowedNotices.push(notice)
  }
  if (allowedNotices.length === 0) return 0
  const createdAt = deps.clock.now()
  const channels = await listChannels(
    transaction,
    allowedNotices.map(({ userId, content }) => ({ userId, kind: KIND_OF_TYPE[content.type] })),
  )
  const rows = allowedNotices.map((notice, index) => {
    return { ...notice, createdAt, readAt: channels[index]?.in_app ? null : createdAt }
  })
  const newNotifications = (await insertNotifications(transaction, rows)).flatMap(({ id, userId, cause }) => {
    const row = rows.find((each) => each.userId === userId && each.cause === cause)
    return row ? { ...row, id } : []
  })
  const emails = newNotifications.filter(({ content }) => content.subject).map(toEmailJob)
  await deps.jobs.addAll(transaction, emails)
  const pushes = newNotifications.filter(({ readAt }) => !readAt).map(toPush)
  if (pushes.length > 0) await deps.hub.pushOnCommit(transaction, 'notifications', ...pushes)
  return newNotifications.length
}

type NewNotification = NoticeToOne & { id: number }

const toPush = ({ id, userId }: NewNotification): Push => ({
  userIds: [userId],
  frame: { event: 'notification.created', id },
})

/** The job that emails a notification. */
function toEmailJob({ id: notificationId, userId, content, from }: NewNotification): NewJob {
  const {
    subject,
    mailMessage,
    mailMore,
    facts,
    calendarOf,
    phoneOf,
    meetingOf,
    secondAction,
    bankChangedAt,
  } = content
  const payload: EmailPayload = {
    notificationId,
    userId,
    subject,
    mailMessage,
    mailMore,
    facts,
    calendarOf,
    phoneOf,
    meetingOf,
    secondAction,
    bankChangedAt,
    from,
  }
  return { name: EMAIL_JOB, payload, options: { queue: mailQueue(userId) } }
}

/**
 * Delivers notices in one transaction, and marks as read what is done. A notice to staff becomes one
 * notification for each reader.
 */
export function deliverNotices(deps: Deps, notices: readonly (Notice | DoneNotices)[]): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const noticesToOne: NoticeToOne[] = []
    for (const notice of notices) {
      if ('doneCauses' in notice) {
        await markNotificationsDone(transaction, deps, notice.userId, notice.doneCauses)
      } else {
        noticesToOne.push(...(await toNoticesToOne(transaction, notice)))
      }
    }
    await notifyUsers(deps, transaction, noticesToOne)
  })
}

/** A notice to staff is for the assignee if they have the role, and otherwise for all who have it. */
async function toNoticesToOne(transaction: Transaction, notice: Notice): Promise<NoticeToOne[]> {
  if ('userId' in notice) return [notice]
  const { staff, assigneeId, ...content } = notice
  const staffIds = await listStaffIds(transaction, staff)
  const readers = staffIds.includes(assigneeId ?? 0) ? staffIds.filter((id) => id === assigneeId) : staffIds
  return readers.map((userId) => ({ userId, ...content }))
}

/** Registers the job that `notifyUsers` adds. */
export function handleDeliveryJobs(deps: Deps): void {
  deps.jobs.handle<EmailPayload>(EMAIL_JOB, (payload) => sendEmail(deps, payload))
}

/**
 * Sends a notification's email, unless by now the user switched off emails of this kind, closed the account,
 * or a block separates the user from the person who caused the notification. Very long names are cut.
 */
async function sendEmail(
  deps: Deps,
  {
    notificationId,
    userId,
    subject,
    mailMessage,
    mailMore,
    facts = [],
    calendarOf,
    phoneOf,
    meetingOf,
    secondAction,
    bankChangedAt,
    from,
  }: EmailPayload,
): Promise<void> {
  const [notification] = await deps.database
    .select({
      type: notifications.type,
      payload: notifications.payload,
      named: notifications.named,
      email: users.email,
      fullName: users.fullName,
      timezone: readerZone,
      role: users.role,
      closedAt: users.closedAt,
      isActive: users.isActive,
      isBlocked: from === undefined ? sql<boolean>`false` : isBlockedBetween(users.id, from),
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .leftJoin(caregiverProfiles, eq(caregiverProfiles.userId, users.id))
    .where(eq(notifications.id, notificationId))
  if (!notification || notification.closedAt || notification.isBlocked || !subject) return
  const kind = KIND_OF_TYPE[notification.type]
  if (!(await findChannels(deps.database, userId, kind)).email) return
  // Users with a deactivated account can't log in, so they get the link to the contact form instead.
  const {
    message,
    action_url: path,
    action_text: label,
  } = { ...notification.payload, ...(!notification.isActive && CONTACT) }
  const text = mailMessage ?? message
  const names = await findMailNames(deps.database, notification.named, userId)
  const fillIn = (text: string) => fillNames(text, names)
  const side = notification.role as Side
  const calendar = calendarOf ? await makeCalendarFile(deps, { userId, side }, calendarOf) : null
  const phone = phoneOf
    ? await findOtherPhone(deps.database, { requestId: phoneOf, side }, deps.clock.now())
    : null
  const meeting = meetingOf ? await getMeeting(deps, deps.database, side, userId, meetingOf) : null
  const extraFacts: EmailFact[] = [
    ...(phone
      ? [
          {
            label: `${firstNamePlaceholder(phone.personId)}’s phone`,
            lines: [phone.phone],
            href: toCallAddress(phone.phone),
          },
        ]
      : []),
    ...(meeting ? toWayFacts(meeting, side) : []),
  ]
  const toOurs = secondAction && {
    label: fillIn(secondAction.label),
    url: `${deps.publicUrl()}${secondAction.path}`,
  }
  const toGoogle = calendar?.googleUrl && { label: 'Add to Google Calendar', url: calendar.googleUrl }
  await deps.mailer.send(
    renderEmail({
      to: notification.email,
      subject: fillIn(fillVisitDay(subject, facts, notification.timezone)),
      greeting: greet(notification.fullName),
      paragraphs: [...(text ? fillIn(text).split('\n\n') : []), ...(mailMore ? [mailMore] : [])],
      facts: [
        ...renderFacts(facts, notification.timezone).map(({ label, lines, link, ...fact }) => ({
          ...fact,
          label: fillIn(label),
          lines: lines.map(fillIn),
          ...(link && { link: { label: fillIn(link.label), url: `${deps.publicUrl()}${link.path}` } }),
        })),
        ...extraFacts.map((fact) => ({ ...fact, label: fillIn(fact.label), lines: fact.lines.map(fillIn) })),
      ],
      action: path && label ? { label, url: `${deps.publicUrl()}${path}` } : undefined,
      secondAction:
        bankChangedAt === undefined
          ? toOurs || toGoogle || undefined
          : toNotMeAction(deps, userId, bankChangedAt),
      attachments: calendar ? [calendar.file] : [],
      ...renderFooter(deps, userId, kind),
    }),
  )
}

/** The link with which a person says that a change of their bank details wasn't theirs. */
function toNotMeAction(deps: Deps, userId: number, bankChangedAt: string) {
  const url = toNotMeUrl(deps, { userId, kind: 'bank', at: bankChangedAt, sessionId: null })
  return { label: 'This wasn’t me', url }
}
