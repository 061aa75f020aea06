import { eq, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  FORMER_MEMBER,
  isNoneOf,
  type Leaver,
  type Person,
  type PersonalData,
} from '../../personal-data/classification.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { bookings, requests } from '../bookings/index.ts'
import { conversations } from '../chat/index.ts'
import { disputes } from '../disputes/index.ts'
import { reports } from '../moderation/index.ts'
import { users } from '../people/index.ts'
import { notificationSettings, notifications } from './tables.ts'

/** Notifications of staff, and of everyone this person dealt with. */
const toAcquaintances = ({ id }: Person): SQL => sql`${notifications.userId} IN (
  SELECT ${users.id} FROM ${users} WHERE ${users.role} = 'admin'
  UNION SELECT ${requests.familyId} FROM ${requests} WHERE ${requests.caregiverId} = ${id}
  UNION SELECT ${requests.caregiverId} FROM ${requests} WHERE ${requests.familyId} = ${id}
  UNION SELECT ${conversations.familyId} FROM ${conversations} WHERE ${conversations.caregiverId} = ${id}
  UNION SELECT ${conversations.caregiverId} FROM ${conversations} WHERE ${conversations.familyId} = ${id})`

const isSide = ({ id }: Person, table: typeof requests | typeof disputes | typeof conversations): SQL =>
  sql`(${table.familyId} = ${id} OR ${table.caregiverId} = ${id})`

const payloadId = (field: 'request_id' | 'booking_id' | 'dispute_id'): SQL =>
  sql`(${notifications.payload} ->> ${field})::int`

/** What names this member of staff, and no other. Such a notification has no number of theirs. */
const namesStaff = ({ id }: Person): SQL => sql`${notifications.payload} ->> 'admin_name' = (
  SELECT ${users.fullName} FROM ${users} WHERE ${users.id} = ${id} AND NOT EXISTS (
    SELECT FROM ${users} AS others WHERE others.full_name = ${users.fullName} AND others.id <> ${id}))`

/**
 * Matches notifications about a request, a booking, a dispute or a conversation of this person, or about
 * their own profile.
 */
const isAbout = (person: Person): SQL => sql`(
  ${payloadId('request_id')} IN (SELECT ${requests.id} FROM ${requests} WHERE ${isSide(person, requests)})
  OR ${payloadId('booking_id')} IN (SELECT ${bookings.id} FROM ${bookings}
    JOIN ${requests} ON ${requests.id} = ${bookings.requestId} WHERE ${isSide(person, requests)})
  OR ${payloadId('dispute_id')} IN (SELECT ${disputes.id} FROM ${disputes} WHERE ${isSide(person, disputes)})
  OR ${notifications.payload} ->> 'action_url' IN (
    SELECT '/chat?conversationId=' || ${conversations.id} FROM ${conversations} WHERE ${isSide(person, conversations)})
  OR ${notifications.cause} LIKE ${`caregiver:${person.id}:%`})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const notificationsData: PersonalData = {
  tables: [
    describeTable(notifications, {
      personal: ['payload'],
      plain: ['id', 'userId', 'type', 'cause', 'createdAt', 'readAt'],
      why: 'Deleted. Those of other people stay, with "Former member" for the name',
      // The texts name other people in full.
      exports: [
        { subject: 'notifications', of: ({ id }) => eq(notifications.userId, id), omit: ['payload'] },
      ],
      scrub: async (transaction, leaver) =>
        (await replaceName(transaction, leaver)) + (await replaceReported(transaction, leaver)),
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(notifications).where(eq(notifications.userId, id))),
    }),
    describeTable(notificationSettings, {
      plain: ['userId', 'kind', 'inApp', 'email'],
      why: 'Deleted',
      exports: [{ subject: 'notification-settings', of: ({ id }) => eq(notificationSettings.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(notificationSettings).where(eq(notificationSettings.userId, id))),
    }),
  ],
}

/**
 * Writes "Former member" for the name in what the product told others about this person: in its field and in
 * the message.
 */
function replaceName(transaction: Transaction, leaver: Leaver): Promise<number> {
  const field = `${leaver.role}_name`
  const isTheirs =
    leaver.role === 'admin' ? namesStaff(leaver) : sql`${toAcquaintances(leaver)} AND ${isAbout(leaver)}`
  const { payload } = notifications
  const message = sql`replace(${payload} ->> 'message', ${payload} ->> ${field}, ${FORMER_MEMBER})`
  return countChanged(
    transaction
      .update(notifications)
      .set({
        payload: sql`${payload} || jsonb_strip_nulls(jsonb_build_object(${field}::text, ${FORMER_MEMBER}::text, 'message', ${message}))`,
      })
      .where(sql`${isTheirs} AND ${payload} ->> ${field} <> ${FORMER_MEMBER}`),
  )
}

/**
 * Writes "a former member" for the first name in what those who reported this person read about the decision.
 */
function replaceReported(transaction: Transaction, { id, evidence }: Leaver): Promise<number> {
  const { payload } = notifications
  const message = sql`regexp_replace(${payload} ->> 'message', 'report about .*, sent ', 'report about a former member, sent ')`
  const causes = sql`SELECT 'report-decision:' || ${reports.decisionId} FROM ${reports}
    WHERE ${reports.reportedId} = ${id} AND ${isNoneOf(reports.id, evidence.reports)}`
  return countChanged(
    transaction
      .update(notifications)
      .set({ payload: sql`${payload} || jsonb_build_object('message', ${message})` })
      .where(
        sql`${notifications.type} = 'report_decided' AND ${notifications.cause} IN (${causes})
          AND ${payload} ->> 'message' NOT LIKE '%report about a former member, sent %'`,
      ),
  )
}
