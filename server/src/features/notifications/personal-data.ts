import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  type Finder,
  type Leaver,
  type Person,
  type PersonalData,
  scrubColumns,
} from '../../platform/personal-data.ts'
import { users } from '../accounts/index.ts'
import { requests } from '../bookings/index.ts'
import { conversations } from '../chat/index.ts'
import { disputes } from '../disputes/index.ts'
import { reports } from '../moderation/index.ts'
import { NAME_FIELDS } from './notification-content.ts'
import { notificationSettings, notifications } from './tables.ts'

/** Notifications of staff, and of everyone this person dealt with. */
const toAcquaintances = ({ id }: Person): SQL => sql`${notifications.userId} IN (
  SELECT ${users.id} FROM ${users} WHERE ${users.role} = 'admin'
  UNION SELECT ${requests.caretakerId} FROM ${requests} WHERE ${requests.caregiverId} = ${id}
  UNION SELECT ${requests.caregiverId} FROM ${requests} WHERE ${requests.caretakerId} = ${id}
  UNION SELECT ${conversations.caretakerId} FROM ${conversations} WHERE ${conversations.caregiverId} = ${id}
  UNION SELECT ${conversations.caregiverId} FROM ${conversations} WHERE ${conversations.caretakerId} = ${id})`

/** What staff wrote in a dispute may use first names. */
const isAboutDispute = ({ id }: Person): SQL => sql`(${notifications.payload} ->> 'dispute_id')::int IN (
  SELECT ${disputes.id} FROM ${disputes} WHERE ${disputes.caretakerId} = ${id} OR ${disputes.caregiverId} = ${id})`

/** What people who reported them read about the outcome has their first name. */
const isAboutReport = ({
  id,
}: Person): SQL => sql`(${notifications.type} = 'report_decided' AND ${notifications.userId} IN (
  SELECT ${reports.reporterId} FROM ${reports} WHERE ${reports.reportedId} = ${id}))`

/** Whether this field has one of their names. */
const hasName = ({ names }: Leaver, field: (typeof NAME_FIELDS)[number]): SQL =>
  sql`${notifications.payload} ->> ${field} = ANY(${sql.param(names)}::text[])`

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
      scrub: async (transaction, leaver) => {
        const { everywhere, nearby } = leaver
        const toThem = toAcquaintances(leaver)
        const isNamed = or(...NAME_FIELDS.map((field) => hasName(leaver, field)))
        const isAbout = or(isAboutDispute(leaver), isAboutReport(leaver), and(toThem, isNamed))
        const scrub = (places: string[], finder: Finder, where?: SQL) =>
          scrubColumns(transaction, notifications, places, finder, where)
        // First the texts, because they are found by the names.
        let changed = await scrub(['payload.message', 'payload.quote'], nearby, isAbout)
        for (const field of NAME_FIELDS) {
          changed += await scrub([`payload.${field}`], nearby, and(toThem, hasName(leaver, field)))
        }
        return changed + (await scrub(['payload'], everywhere, toThem))
      },
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
