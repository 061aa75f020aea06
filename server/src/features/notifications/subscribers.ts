import type { Deps } from '../../deps.ts'
import { handleDeliveryJobs } from './delivering/delivery.ts'
import { subscribeToAccounts } from './kinds/account/account-subscribers.ts'
import { subscribeToBookings } from './kinds/bookings/booking-subscribers.ts'
import { subscribeToCalendars } from './kinds/bookings/calendar-subscribers.ts'
import { subscribeToMoves } from './kinds/bookings/move-subscribers.ts'
import { subscribeToChat } from './kinds/chat/chat-subscribers.ts'
import { subscribeToChargebacks } from './kinds/money/chargeback-subscribers.ts'
import { subscribeToMoney } from './kinds/money/money-alert-subscribers.ts'
import { subscribeToPayouts } from './kinds/money/payout-subscribers.ts'
import { subscribeToRefunds } from './kinds/money/refund-subscribers.ts'
import { subscribeToDisputes } from './kinds/safety/dispute-subscribers.ts'
import { subscribeToFiles } from './kinds/safety/file-alert-subscribers.ts'
import { subscribeToModeration } from './kinds/safety/moderation-subscribers.ts'
import { subscribeToBackgroundChecks } from './kinds/verification/background-check-subscribers.ts'
import { subscribeToDocuments } from './kinds/verification/document-subscribers.ts'

/**
 * Registers everything that notifies users.
 * @see docs/rules/chat-and-notifications.md#notifications
 */
export function notificationsJobs(deps: Deps): void {
  handleDeliveryJobs(deps)
  subscribeToAccounts(deps)
  subscribeToBackgroundChecks(deps)
  subscribeToBookings(deps)
  subscribeToCalendars(deps)
  subscribeToChargebacks(deps)
  subscribeToChat(deps)
  subscribeToDisputes(deps)
  subscribeToDocuments(deps)
  subscribeToFiles(deps)
  subscribeToModeration(deps)
  subscribeToMoney(deps)
  subscribeToMoves(deps)
  subscribeToPayouts(deps)
  subscribeToRefunds(deps)
}
