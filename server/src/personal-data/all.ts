/** What every slice says about its personal data, in the order of the slices. @see docs/rules/own-data.md */

import { availabilityData } from '../features/availability/index.ts'
import { backgroundChecksData } from '../features/background-checks/index.ts'
import { blocksData } from '../features/blocks/index.ts'
import { bookingsData } from '../features/bookings/index.ts'
import { calendarsData } from '../features/calendars/index.ts'
import { chatData } from '../features/chat/index.ts'
import { consoleData } from '../features/console/index.ts'
import { disputesData } from '../features/disputes/index.ts'
import { filesData } from '../features/files/index.ts'
import { ledgerData } from '../features/ledger/index.ts'
import { moderationData } from '../features/moderation/index.ts'
import { notificationsData } from '../features/notifications/index.ts'
import { ownData } from '../features/own-data/index.ts'
import { paymentsData } from '../features/payments/index.ts'
import { payoutsData } from '../features/payouts/index.ts'
import { peopleData } from '../features/people/index.ts'
import { placesData } from '../features/places/index.ts'
import { profilesData } from '../features/profiles/index.ts'
import { reconciliationData } from '../features/reconciliation/index.ts'
import { reviewsData } from '../features/reviews/index.ts'
import { searchData } from '../features/search/index.ts'
import { signInData } from '../features/sign-in/index.ts'
import { staffData } from '../features/staff/index.ts'
import { sandboxChecksData } from '../ports/background-checks/personal-data.ts'
import { mailerData } from '../ports/mailer/personal-data.ts'
import { sandboxData } from '../ports/payments/personal-data.ts'
import type { PersonalData } from './classification.ts'
import { platformData } from './platform-tables.ts'

export const PERSONAL_DATA: readonly PersonalData[] = [
  platformData,
  mailerData,
  sandboxData,
  sandboxChecksData,
  peopleData,
  signInData,
  staffData,
  filesData,
  placesData,
  profilesData,
  backgroundChecksData,
  blocksData,
  availabilityData,
  searchData,
  ledgerData,
  paymentsData,
  payoutsData,
  reconciliationData,
  bookingsData,
  reviewsData,
  chatData,
  disputesData,
  calendarsData,
  moderationData,
  notificationsData,
  consoleData,
  ownData,
]
