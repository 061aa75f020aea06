import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  countChanged,
  describeTable,
  type Leaver,
  type PersonalData,
} from '../../personal-data/classification.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  availabilityOverrides,
  availabilityRules,
  bookedTimes,
  freeDayHorizons,
  freeDays,
  outsideBusy,
  timeOff,
} from './tables.ts'

const deleteOwn =
  (table: PgTable, owner: PgColumn) =>
  (transaction: Transaction, { id }: Leaver) =>
    countChanged(transaction.delete(table).where(eq(owner, id)))

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const availabilityData: PersonalData = {
  tables: [
    describeTable(availabilityRules, {
      plain: ['id', 'caregiverId', 'weekday', 'startLocal', 'endLocal'],
      why: 'Deleted',
      exports: [{ subject: 'weekly-hours', of: ({ id }) => eq(availabilityRules.caregiverId, id) }],
      erase: deleteOwn(availabilityRules, availabilityRules.caregiverId),
    }),
    describeTable(availabilityOverrides, {
      plain: ['id', 'caregiverId', 'dateLocal', 'isAvailable', 'windows'],
      why: 'Deleted',
      exports: [{ subject: 'hours-of-days', of: ({ id }) => eq(availabilityOverrides.caregiverId, id) }],
      erase: deleteOwn(availabilityOverrides, availabilityOverrides.caregiverId),
    }),
    describeTable(timeOff, {
      plain: ['id', 'caregiverId', 'startsAt', 'endsAt'],
      why: 'Deleted',
      exports: [{ subject: 'time-off', of: ({ id }) => eq(timeOff.caregiverId, id) }],
      erase: deleteOwn(timeOff, timeOff.caregiverId),
    }),
    describeTable(outsideBusy, {
      plain: ['calendarId', 'caregiverId', 'startsAt', 'endsAt'],
      why: 'Deleted',
      exports: [{ subject: 'outside-calendar-times', of: ({ id }) => eq(outsideBusy.caregiverId, id) }],
      erase: deleteOwn(outsideBusy, outsideBusy.caregiverId),
    }),
    describeTable(bookedTimes, {
      plain: ['id', 'caregiverId', 'startsAt', 'endsAt', 'bufferMinutes', 'blockedUntil'],
      why: 'Stays: the times of bookings, which name nobody',
      exports: [{ subject: 'booked-times', of: ({ id }) => eq(bookedTimes.caregiverId, id) }],
    }),
    describeTable(freeDays, {
      withheld: ['caregiverId', 'day', 'starts', 'ends'],
      why: 'Deleted. Worked out from the hours, for the search',
      erase: deleteOwn(freeDays, freeDays.caregiverId),
    }),
    describeTable(freeDayHorizons, {
      withheld: ['caregiverId', 'filledUntil'],
      why: 'Deleted. Bookkeeping of the search',
      erase: deleteOwn(freeDayHorizons, freeDayHorizons.caregiverId),
    }),
  ],
}
