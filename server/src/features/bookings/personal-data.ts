import type { Visit } from '@tendwell/contract/visits'
import { eq, or, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import {
  countChanged,
  describeTable,
  type FoundWords,
  firstNameOf,
  type Person,
  type PersonalData,
  scrubColumns,
} from '../../platform/personal-data.ts'
import { bookings, moves, requests, requestWindows } from './tables.ts'

const EMPTY_VISIT: Visit = { children: [], note: '', address: null }

const requestsOf = ({ id }: Person) =>
  sql`(SELECT ${requests.id} FROM ${requests} WHERE ${or(eq(requests.caregiverId, id), eq(requests.caretakerId, id))})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const bookingsData: PersonalData = {
  findWords,
  tables: [
    describeTable(requests, {
      personal: ['visit'],
      plain: [
        'id',
        'caregiverId',
        'caretakerId',
        'status',
        'rejectionCause',
        'timezone',
        'totalMinutes',
        'rateCents',
        'serviceFeeCents',
        'priceCents',
        'cancellationPolicy',
        'submittedAt',
        'answeredAt',
        'paidAt',
      ],
      why: 'Amounts and times stay, by law. The children, the note and the address are removed',
      exports: [
        {
          subject: 'requests',
          of: ({ id }) => eq(requests.caretakerId, id),
          add: { caregiver: () => firstNameOf(requests.caregiverId) },
        },
        {
          subject: 'requests-received',
          of: ({ id }) => eq(requests.caregiverId, id),
          // The family's own: their children, address and note.
          omit: ['visit'],
          add: { family: () => firstNameOf(requests.caretakerId) },
        },
      ],
      scrub: (transaction, leaver) =>
        scrubColumns(
          transaction,
          requests,
          ['visit.note'],
          leaver.nearby,
          eq(requests.caregiverId, leaver.id),
        ),
      scrubAll: ['visit.note'],
      erase: (transaction, { id }) =>
        countChanged(
          transaction.update(requests).set({ visit: EMPTY_VISIT }).where(eq(requests.caretakerId, id)),
        ),
    }),
    describeTable(requestWindows, {
      plain: [
        'id',
        'requestId',
        'dateLocal',
        'startLocal',
        'endLocal',
        'startsAt',
        'endsAt',
        'bufferMinutes',
      ],
      why: 'Stays: the times that were paid for',
      exports: [
        {
          subject: 'request-times',
          of: (person) => sql`${requestWindows.requestId} IN ${requestsOf(person)}`,
        },
      ],
    }),
    describeTable(bookings, {
      plain: [
        'id',
        'requestId',
        'windowId',
        'bookedTimeId',
        'priceCents',
        'sequence',
        'canceledAt',
        'canceledBy',
        'canceledFor',
        'cancelReason',
        'refundCents',
        'remindedDayAt',
        'remindedHoursAt',
        'reviewAskedAt',
        'createdAt',
      ],
      why: 'Stays: amounts and times, by law',
      exports: [{ subject: 'bookings', of: (person) => sql`${bookings.requestId} IN ${requestsOf(person)}` }],
    }),
    describeTable(moves, {
      plain: [
        'id',
        'requestId',
        'proposedBy',
        'status',
        'bookingIds',
        'fromWindows',
        'toWindows',
        'proposedAt',
        'expiresAt',
        'answeredAt',
      ],
      why: 'Stays: times of bookings, which name nobody',
      exports: [{ subject: 'moves', of: (person) => sql`${moves.requestId} IN ${requestsOf(person)}` }],
    }),
  ],
}

/** The addresses and children of earlier requests may differ from the profile's. */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  const rows = await reader
    .select({ visit: requests.visit })
    .from(requests)
    .where(eq(requests.caretakerId, id))
  return {
    contacts: rows.flatMap(({ visit }) => visit.address?.street ?? []),
    children: rows.flatMap(({ visit }) => visit.children.flatMap(({ name }) => name ?? [])),
  }
}
