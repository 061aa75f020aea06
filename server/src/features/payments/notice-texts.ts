import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import type { NoticeContent } from '../notices/index.ts'

type StuckRefund = { refundId: number; paymentId: number; amountCents: number }

/** Tells finance that the provider keeps refusing a refund. */
export function renderRefundStuck({ refundId, paymentId, amountCents }: StuckRefund): NoticeContent {
  const amount = formatUsd(amountCents)
  return renderMoneyAlert(
    `Refund #${refundId} is stuck`,
    `The payment provider keeps refusing the ${amount} refund of payment #${paymentId}. We retry it once a day.`,
    { path: `${paths.adminPayments}?tab=refunds&q=%23${refundId}`, text: 'Open refund' },
  )
}

/**
 * Tells staff who work with money that something needs them.
 * @param subject names the record that it is about
 * @param link to that record
 */
export function renderMoneyAlert(
  subject: string,
  message: string,
  link: { path: string; text: string },
): NoticeContent {
  return {
    type: 'money_alert',
    subject,
    payload: { message, action_url: link.path, action_text: link.text },
  }
}
