import { formatUsd } from '@tendwell/contract/money'
import type { NotificationContent } from './notification-content.ts'

type StuckRefund = { paymentId: number; amountCents: number }

/** To admins: the provider keeps refusing a refund. */
export function renderRefundStuck({ paymentId, amountCents }: StuckRefund): NotificationContent {
  const amount = formatUsd(amountCents)
  return renderMoneyAlert(
    `The payment provider keeps refusing the ${amount} refund of payment #${paymentId}. We retry it once a day.`,
  )
}

/** To admins: a payout makes no progress at the provider. */
export function renderPayoutStuck(payoutId: number): NotificationContent {
  return renderMoneyAlert(
    `Payout #${payoutId} is stuck at the payment provider. We check it again every ten minutes.`,
  )
}

/** To admins: the ledger and the provider disagree. */
export function renderReconciliationDifferences(reportId: number, count: number): NotificationContent {
  const differences = count === 1 ? '1 difference' : `${count} differences`
  return renderMoneyAlert(
    `The daily reconciliation found ${differences} with the payment provider. See report #${reportId}.`,
  )
}

function renderMoneyAlert(message: string): NotificationContent {
  return {
    type: 'money_alert',
    subject: 'Payments need your attention',
    payload: { message, action_url: '/admin/reconciliation', action_text: 'Open reconciliation' },
  }
}
