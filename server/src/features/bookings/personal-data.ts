import { eq, inArray, or, sql } from 'drizzle-orm'
import {
  describeTable,
  type FoundWords,
  firstNameOf,
  MOST_WORDS,
  type Person,
  type PersonalData,
  updateRows,
} from '../../personal-data/classification.ts'
import type { Reader } from '../../platform/database/database.ts'
import { auditLog, users } from '../people/index.ts'
import { meetings } from './meetings/tables.ts'
import { bookings, moves, requests, requestWindows, staffRefunds } from './tables.ts'
import { EMPTY_VISIT_DETAILS } from './visits/visit.ts'

/** The SQL subquery of the ids of a person's requests, on either side. */
const selectRequestIdsOf = ({ id }: Person) =>
  sql`(SELECT ${requests.id} FROM ${requests} WHERE ${or(eq(requests.caregiverId, id), eq(requests.familyId, id))})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const bookingsData: PersonalData = {
  findWords,
  tables: [
    describeTable(requests, {
      personal: ['visit'],
      withheld: ['supportGivenCents'],
      plain: ['timezone'],
      why: 'Amounts and times stay, by law. The children, the note, the address and the emergency contact are removed',
      exports: [
        {
          subject: 'requests',
          of: requests.familyId,
          add: { caregiver: firstNameOf(requests.caregiverId) },
        },
        {
          subject: 'requests-received',
          of: requests.caregiverId,
          // The family's own data: its children, address and note, and whom else it asked.
          omit: ['visit', 'groupId'],
          add: { family: firstNameOf(requests.familyId) },
        },
      ],
      othersTexts: { place: 'visit.note', toPerson: ({ id }) => eq(requests.caregiverId, id) },
      erase: updateRows(requests, { visit: EMPTY_VISIT_DETAILS }, requests.familyId),
    }),
    describeTable(requestWindows, {
      plain: ['startLocal', 'endLocal'],
      why: 'Stays: the times that were paid for',
      exports: [
        {
          subject: 'request-times',
          of: (person) => sql`${requestWindows.requestId} IN ${selectRequestIdsOf(person)}`,
        },
      ],
    }),
    describeTable(bookings, {
      plain: ['cancelReason'],
      why: 'Stays: amounts and times, by law',
      exports: [
        { subject: 'bookings', of: (person) => sql`${bookings.requestId} IN ${selectRequestIdsOf(person)}` },
      ],
    }),
    describeTable(staffRefunds, {
      plain: ['reason', 'reference', 'declineReason'],
      why: 'Stays, by law: who decided on which amount, and why',
      exports: [
        {
          subject: 'staff-refunds',
          of: ({ id }) => or(eq(staffRefunds.askedBy, id), eq(staffRefunds.decidedBy, id)),
        },
      ],
    }),
    describeTable(moves, {
      plain: ['fromWindows', 'toWindows'],
      why: 'Stays: times of bookings, which name nobody',
      exports: [
        { subject: 'moves', of: (person) => sql`${moves.requestId} IN ${selectRequestIdsOf(person)}` },
      ],
    }),
    describeTable(meetings, {
      personal: ['place', 'videoLink', 'note'],
      plain: ['timezone'],
      why: 'Times and states stay. The place and the note of a family, and the link of a caregiver, are removed',
      exports: [
        {
          subject: 'meetings',
          of: meetings.familyId,
          // The caregiver's own.
          omit: ['videoLink'],
          add: { caregiver: firstNameOf(meetings.caregiverId) },
        },
        {
          subject: 'meetings-received',
          of: meetings.caregiverId,
          // The family's own words.
          omit: ['place', 'note'],
          add: { family: firstNameOf(meetings.familyId) },
        },
      ],
      othersTexts: { place: 'note', toPerson: ({ id }) => eq(meetings.caregiverId, id) },
      erase: async (transaction, leaver) => {
        const asFamily = updateRows(meetings, { place: '', note: '' }, meetings.familyId)
        const asCaregiver = updateRows(meetings, { videoLink: '' }, meetings.caregiverId)
        return (await asFamily(transaction, leaver)) + (await asCaregiver(transaction, leaver))
      },
    }),
  ],
}

/** The audit log's actions that change a person's name; `before` of such an entry has the name until then. */
const RENAME_ACTIONS = ['account.renamed', 'caregiver.change-approved']

/** At most this many of a person's bookings are read, the newest. */
const BOOKINGS_READ_MAXIMUM = 500

/**
 * The words by which texts of other people may name a person: each name that they had when a request of
 * theirs was paid (on either side), and the streets of the visits that they booked. Canceled requests don't
 * count. The name at a payment is `before` of the first renaming after it, or the present one.
 */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  const { rows } = await reader.execute<{ name: string; street: string | null }>(sql`
    SELECT coalesce(next.name, ${users.fullName}) AS name, paid.street FROM (
      SELECT ${requests.paidAt},
        CASE WHEN ${requests.familyId} = ${id} THEN ${requests.visit} -> 'address' ->> 'street' END AS street
      FROM ${requests}
      WHERE (${requests.familyId} = ${id} OR ${requests.caregiverId} = ${id}) AND EXISTS (
        SELECT FROM ${bookings} WHERE ${bookings.requestId} = ${requests.id} AND ${bookings.canceledAt} IS NULL)
      ORDER BY ${requests.paidAt} DESC LIMIT ${BOOKINGS_READ_MAXIMUM}) AS paid
    JOIN ${users} ON ${users.id} = ${id}
    LEFT JOIN LATERAL (
      SELECT ${auditLog.before} ->> 'fullName' AS name FROM ${auditLog}
      WHERE ${auditLog.subject} = ${`user:${id}`} AND ${inArray(auditLog.action, RENAME_ACTIONS)}
        AND ${auditLog.at} > paid.paid_at ORDER BY ${auditLog.id} LIMIT 1) AS next ON true
    GROUP BY 1, 2 ORDER BY max(paid.paid_at) DESC LIMIT ${MOST_WORDS}`)
  return {
    names: rows.map(({ name }) => name),
    streets: rows.flatMap(({ street }) => street ?? []),
  }
}
