import { eq, or } from 'drizzle-orm'
import {
  deleteRows,
  describeOwn,
  describeTable,
  firstNameOf,
  type PersonalData,
} from '../../personal-data/classification.ts'
import {
  availabilityOverrides,
  availabilityRules,
  bookedTimes,
  freeWeekHorizons,
  freeWeeks,
  heldTimes,
  outsideBusy,
  timeOff,
  waits,
} from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const availabilityData: PersonalData = {
  tables: [
    describeOwn(availabilityRules, availabilityRules.caregiverId, {
      plain: ['startLocal', 'endLocal', 'endsNextDay'],
      subject: 'weekly-hours',
    }),
    describeOwn(availabilityOverrides, availabilityOverrides.caregiverId, {
      plain: ['windows'],
      subject: 'hours-of-days',
    }),
    describeOwn(timeOff, timeOff.caregiverId, { subject: 'time-off' }),
    describeOwn(outsideBusy, outsideBusy.caregiverId, { subject: 'outside-calendar-times' }),
    describeTable(bookedTimes, {
      why: 'Stays: the times of bookings, which name nobody',
      exports: [{ subject: 'booked-times', of: bookedTimes.caregiverId }],
    }),
    describeOwn(heldTimes, heldTimes.caregiverId, {
      withheld: 'all',
      why: 'Deleted. Gone within days: the requests say the same',
    }),
    describeTable(waits, {
      plain: ['zone'],
      why: 'Deleted, on both sides',
      exports: [
        {
          subject: 'waiting-for-hours',
          of: waits.familyId,
          add: { caregiver: firstNameOf(waits.caregiverId) },
        },
      ],
      erase: deleteRows(waits, ({ id }) => or(eq(waits.familyId, id), eq(waits.caregiverId, id))),
    }),
    describeOwn(freeWeeks, freeWeeks.caregiverId, {
      withheld: 'all',
      why: 'Deleted. Worked out from the hours, for the search',
    }),
    describeOwn(freeWeekHorizons, freeWeekHorizons.caregiverId, {
      withheld: 'all',
      why: 'Deleted. Bookkeeping of the search',
    }),
  ],
}
