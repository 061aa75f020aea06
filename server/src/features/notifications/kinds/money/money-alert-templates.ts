import { formatUsd } from '@tendwell/contract/money'
import type { NotificationContent } from '../../delivering/notification-content.ts'

type StuckRefund = { refundId: number; paymentId: number; amountCents: number }

/** To admins: the provider keeps refusing a refund. */
export function renderRefundStuck({ refundId, paymentId, amountCents }: StuckRefund): NotificationContent {
  const amount = formatUsd(amountCents)
  return renderMoneyAlert(
    `The payment provider keeps refusing the ${amount} refund of payment #${paymentId}. We retry it once a day.`,
    { path: `/admin/payments?tab=refunds&q=%23${refundId}`, text: 'Open refund' },
  )
}

/** To admins: a payout makes no progress at the provider. */
export function renderPayoutStuck(payoutId: number): NotificationContent {
  return renderMoneyAlert(
    `Payout #${payoutId} is stuck at the payment provider. We check it again every ten minutes.`,
    { path: `/admin/payouts?q=%23${payoutId}`, text: 'Open payout' },
  )
}

/** To admins: a caregiver entered a bank account that is somebody else's too. */
export function renderBankReviewOpened(userId: number): NotificationContent {
  return renderMoneyAlert(
    `Person #${userId} entered a bank account that somebody else has too. Nothing is paid out to it until you decide.`,
    { path: '/admin/payouts', text: 'Review bank account' },
  )
}

type FoundDifferences = { reportId: number; differenceCount: number; differenceId: number | null }

/** To admins: the ledger and the provider disagree. */
export function renderReconciliationDifferences(found: FoundDifferences): NotificationContent {
  const { reportId, differenceCount: count, differenceId } = found
  const differences = count === 1 ? '1 difference' : `${count} differences`
  return renderMoneyAlert(
    `The daily reconciliation found ${differences} with the payment provider. See report #${reportId}.`,
    differenceId === null
      ? { path: '/admin/reconciliation', text: 'Open differences' }
      : { path: `/admin/reconciliation?difference=${differenceId}`, text: 'Open difference' },
  )
}

/** To staff who work with money. @param link to the very record */
export function renderMoneyAlert(message: string, link: { path: string; text: string }): NotificationContent {
  return {
    type: 'money_alert',
    subject: 'Payments need your attention',
    payload: { message, action_url: link.path, action_text: link.text },
  }
}
