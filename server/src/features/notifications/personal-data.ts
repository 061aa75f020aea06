import { eq } from 'drizzle-orm'
import { countChanged, describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { notificationSettings, notifications } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const notificationsData: PersonalData = {
  tables: [
    describeTable(notifications, {
      personal: ['payload'],
      withheld: ['named'],
      plain: ['id', 'userId', 'type', 'cause', 'createdAt', 'readAt'],
      why: 'Deleted. Those of other people have ids in place of names',
      // The texts name other people in full.
      exports: [
        { subject: 'notifications', of: ({ id }) => eq(notifications.userId, id), omit: ['payload'] },
      ],
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
