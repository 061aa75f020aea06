import type { Deps } from '../../deps.ts'
import { subscribeToAccounts } from './account-subscribers.ts'
import { subscribeToBackgroundChecks } from './background-check-subscribers.ts'
import { subscribeToBookings } from './booking-subscribers.ts'
import { subscribeToCalendars } from './calendar-subscribers.ts'
import { subscribeToChargebacks } from './chargeback-subscribers.ts'
import { subscribeToChat } from './chat-subscribers.ts'
import { handleDeliveryJobs } from './delivery.ts'
import { subscribeToDisputes } from './dispute-subscribers.ts'
import { subscribeToDocuments } from './document-subscribers.ts'
import { subscribeToFiles } from './file-alert-subscribers.ts'
import { subscribeToModeration } from './moderation-subscribers.ts'
import { subscribeToMoney } from './money-alert-subscribers.ts'
import { subscribeToMoves } from './move-subscribers.ts'
import { subscribeToPayouts } from './payout-subscribers.ts'
import { subscribeToRefunds } from './refund-subscribers.ts'

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
