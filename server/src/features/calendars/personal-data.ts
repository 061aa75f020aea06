import { eq } from 'drizzle-orm'
import { countChanged, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { calendarFeeds, outsideCalendars } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const calendarsData: PersonalData = {
  tables: [
    describeTable(calendarFeeds, {
      withheld: ['userId', 'secret'],
      why: 'Deleted. The secret of the calendar address is never exported',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(calendarFeeds).where(eq(calendarFeeds.userId, id))),
    }),
    describeTable(outsideCalendars, {
      personal: ['name', 'address'],
      plain: [
        'id',
        'caregiverId',
        'readAt',
        'failingSince',
        'problem',
        'droppedAt',
        'unreadCount',
        'slowReadings',
        'nextReadAt',
      ],
      why: 'Deleted',
      exports: [{ subject: 'outside-calendars', of: ({ id }) => eq(outsideCalendars.caregiverId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(outsideCalendars).where(eq(outsideCalendars.caregiverId, id))),
    }),
  ],
}
