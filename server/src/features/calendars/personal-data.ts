import { describeOwn, type PersonalData } from '../../personal-data/classification.ts'
import { calendarFeeds, outsideCalendars } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const calendarsData: PersonalData = {
  tables: [
    describeOwn(calendarFeeds, calendarFeeds.userId, {
      withheld: 'all',
      why: 'Deleted. The secret of the calendar address is never exported',
    }),
    describeOwn(outsideCalendars, outsideCalendars.caregiverId, {
      personal: ['name', 'address'],
      plain: ['problem'],
      subject: 'outside-calendars',
    }),
  ],
}
