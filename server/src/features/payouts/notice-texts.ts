import { formatDeadline } from '@tendwell/contract/format'
import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import type { Zone } from '@tendwell/contract/time'
import type { Fact, NoticeContent } from '../notices/index.ts'
import { renderMoneyAlert } from '../payments/index.ts'

const IF_NOT_YOU = 'If this wasn’t you, change your password and contact support right away.'
const toWallet = { action_url: paths.wallet, action_text: 'Open your wallet' }

/** Tells the caregiver that a payout was requested from their account. */
export function renderPayoutRequested({
  amountCents,
  last4,
}: {
  amountCents: number
  last4: string | null
}): NoticeContent {
  return {
    type: 'payout_requested',
    subject: `We received your request to pay out ${formatUsd(amountCents)}`,
    payload: {
      message: `You asked us to pay out ${formatUsd(amountCents)} to ${nameBank(last4)}. It usually arrives within a few business days, and we’ll write to you when it has. ${IF_NOT_YOU}`,
      ...toWallet,
    },
    facts: toPayoutFacts(amountCents, last4),
  }
}

/** Tells the caregiver that a payout arrived. It has the notification type of requested payouts. */
export function renderPayoutPaid(
  { amountCents }: { amountCents: number },
  last4: string | null,
): NoticeContent {
  const amount = formatUsd(amountCents)
  return {
    type: 'payout_requested',
    subject: `Your payout of ${amount} has arrived`,
    payload: { message: `Your payout of ${amount} has arrived in ${nameBank(last4)}.`, ...toWallet },
    facts: toPayoutFacts(amountCents, last4),
  }
}

/**
 * Tells the caregiver that a payout failed or was canceled, why, and that its money is in the wallet again. It has
 * the notification type of requested payouts.
 */
export function renderPayoutReturned(
  {
    amountCents,
    outcome,
    failureReason,
  }: { amountCents: number; outcome: 'failed' | 'canceled' | null; failureReason: string | null },
  last4: string | null,
): NoticeContent {
  const amount = formatUsd(amountCents)
  const happened = outcome === 'canceled' ? 'was canceled' : 'didn’t go through'
  return {
    type: 'payout_requested',
    subject: `Your payout of ${amount} ${happened}`,
    payload: {
      message: `Your payout of ${amount} to ${nameBank(last4)} ${happened}, so the money is in your wallet again. Check your bank details there, then withdraw it once more.`,
      ...(failureReason && { quote: failureReason }),
      ...toWallet,
    },
    facts: [
      ...toPayoutFacts(amountCents, last4),
      ...(failureReason ? [{ label: 'Reason', text: failureReason }] : []),
    ],
  }
}

const nameBank = (last4: string | null) =>
  last4 ? `your bank account ending in ${last4}` : 'your bank account'

const toPayoutFacts = (amountCents: number, last4: string | null): Fact[] => [
  { label: 'Amount', text: formatUsd(amountCents) },
  { label: 'To', text: last4 ? `Bank account ending in ${last4}` : 'Your bank account' },
]

/**
 * Tells the caregiver that the bank account for their payouts was added or replaced.
 * @param zone the caregiver's, for the time from which they can withdraw again
 */
export function renderBankDetailsChanged(
  change: {
    last4: string
    isFirst: boolean
    isInReview: boolean
    payableFrom: string | null
    changedAt: string
  },
  zone: Zone,
): NoticeContent {
  const { last4, isFirst, isInReview, payableFrom, changedAt } = change
  const news = [
    `Your payouts now go to the bank account ending in ${last4}.`,
    payableFrom &&
      `For your safety, you can withdraw ${isFirst ? '' : 'again '}from ${formatDeadline(Date.parse(payableFrom), zone)}.`,
    isInReview && 'We review this account before we pay anything out to it, and email you when we’re done.',
  ].filter(Boolean)
  const effect = 'Then nothing is paid out to that account, and all devices are logged out.'
  return {
    type: 'bank_details_changed',
    subject: isFirst ? 'Your bank details were added' : 'Your bank details were changed',
    payload: {
      message: `${news.join(' ')} If this wasn’t you, press “This wasn’t me” in our email within ${NOT_ME_DAYS} days. ${effect}`,
      ...toWallet,
    },
    mailMessage: [
      ...news,
      `If this wasn’t you, press “This wasn’t me” below within ${NOT_ME_DAYS} days. ${effect}`,
    ].join('\n\n'),
    bankChangedAt: changedAt,
  }
}

/**
 * Tells the caregiver what staff decided on a bank account that other people have too. It has the
 * notification type of changed bank details. The bell shows the reason as `quote`, the mail among its
 * `facts`.
 */
export function renderBankReviewDecided({
  last4,
  decision,
  reason,
}: {
  last4: string
  decision: 'approved' | 'refused'
  reason: string
}): NoticeContent {
  const bank = `the bank account ending in ${last4}`
  const isApproved = decision === 'approved'
  return {
    type: 'bank_details_changed',
    subject: isApproved ? 'Your bank account is approved' : 'We can’t pay out to your bank account',
    payload: {
      message: isApproved
        ? `We reviewed ${bank}. We can pay out to it.`
        : `We reviewed ${bank}, and we can’t pay out to it. Enter another one in your wallet to withdraw.`,
      quote: reason,
      ...toWallet,
    },
    facts: [{ label: 'Reason', text: reason }],
  }
}

/** Tells finance that a payout makes no progress at the provider. */
export function renderPayoutStuck(payoutId: number): NoticeContent {
  return renderMoneyAlert(
    `Payout #${payoutId} is stuck`,
    `Payout #${payoutId} is stuck at the payment provider. We check it again every ten minutes.`,
    { path: `${paths.adminPayouts}?q=%23${payoutId}`, text: 'Open payout' },
  )
}

/** Tells finance that a caregiver entered a bank account that other people have too. */
export function renderBankReviewOpened(userId: number): NoticeContent {
  return renderMoneyAlert(
    `The bank account of person #${userId} waits for your decision`,
    `Person #${userId} entered a bank account that somebody else has too. Nothing is paid out to it until you decide.`,
    { path: paths.adminPayouts, text: 'Review bank account' },
  )
}
