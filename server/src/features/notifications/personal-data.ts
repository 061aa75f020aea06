import { describeOwn, type PersonalData } from '../../personal-data/classification.ts'
import { notificationSettings, notifications } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const notificationsData: PersonalData = {
  tables: [
    describeOwn(notifications, notifications.userId, {
      personal: ['payload'],
      withheld: ['named'],
      plain: ['cause'],
      subject: 'notifications',
      // The texts are about other people.
      omit: ['payload'],
      why: 'Deleted. Those of other people have ids in place of names',
    }),
    describeOwn(notificationSettings, notificationSettings.userId, { subject: 'notification-settings' }),
  ],
}
