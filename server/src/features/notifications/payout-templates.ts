import { formatInstant } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { NOT_ME_DAYS } from '@tendwell/contract/not-me'
import type { Zone } from '@tendwell/contract/time'
import type { NotificationContent } from './notification-content.ts'

const IF_NOT_YOU = "If this wasn't you, change your password and contact support right away."
const toWallet = { action_url: '/caregiver/wallet', action_text: 'Open your wallet' }

/** To the caregiver: a payout was requested from their account. */
export function renderPayoutRequested({
  amountCents,
  last4,
}: {
  amountCents: number
  last4: string | null
}): NotificationContent {
  const bank = last4 ? `your bank account ending in ${last4}` : 'your bank account'
  return {
    type: 'payout_requested',
    subject: 'We received your payout request',
    payload: {
      message: `You asked us to pay out ${formatUsd(amountCents)} to ${bank}. ${IF_NOT_YOU}`,
      ...toWallet,
    },
    facts: [
      { label: 'Amount', text: formatUsd(amountCents) },
      { label: 'To', text: last4 ? `Bank account ending in ${last4}` : 'Your bank account' },
    ],
  }
}

/**
 * To the caregiver: the bank account that their payouts go to was added or replaced.
 * @param zone in which to say when they can withdraw again
 */
export function renderBankDetailsChanged(
  { last4, payableFrom, changedAt }: { last4: string; payableFrom: string | null; changedAt: string },
  zone: Zone,
): NotificationContent {
  const message = [
    `Your payouts now go to the bank account ending in ${last4}.`,
    payableFrom &&
      `For your safety, you can withdraw again from ${formatInstant(Date.parse(payableFrom), zone)}.`,
    `If this wasn't you, press “This wasn't me” in our email within ${NOT_ME_DAYS} days. Then nothing is paid out to that account, and all devices are logged out.`,
  ]
  return {
    type: 'bank_details_changed',
    subject: payableFrom ? 'Your bank details were changed' : 'Your bank details were added',
    payload: { message: message.filter(Boolean).join(' '), ...toWallet },
    bankChangedAt: changedAt,
  }
}
