import type Stripe from 'stripe'
import type { Bank, PayoutProvider, PayoutState } from '../port.ts'
import { callStripe } from './client.ts'

/** How many of an account's latest payouts are searched for an earlier attempt. */
const SEARCHED_PAYOUTS = 100
/** A payout has one transfer and a transfer one reversal, so the first page is enough. */
const SEARCHED_TRANSFERS = 10

/** A payout of Stripe's. It is pending with every status that isn't final. */
function toPayoutState(payout: Stripe.Payout): PayoutState {
  const { id, status, amount, failure_message: failureReason } = payout
  const isFinal = status === 'paid' || status === 'failed' || status === 'canceled'
  return { id, status: isFinal ? status : 'pending', amountCents: amount, failureReason }
}

/** The currency of our payouts. */
const CURRENCY = 'usd'

/** The bank account or debit card that our payouts go to: of those with the currency, its default. */
function findBank(account: Stripe.Account): Bank | null {
  const banks = (account.external_accounts?.data ?? []).filter(({ currency }) => currency === CURRENCY)
  const bank = banks.find(({ default_for_currency: isDefault }) => isDefault) ?? banks[0]
  return bank ? { fingerprint: bank.fingerprint ?? bank.id, last4: bank.last4 } : null
}

/**
 * Caregivers' Express accounts. A transfer moves money to the account, and a payout from there to the bank.
 * The account's own payout schedule is manual, so that Stripe does not pay out before we do.
 */
export function stripeConnect(stripe: Stripe): PayoutProvider {
  return {
    async createAccount({ userId, email }, idempotencyKey) {
      const account = await callStripe(() =>
        stripe.accounts.create(
          {
            type: 'express',
            email,
            business_type: 'individual',
            capabilities: { transfers: { requested: true } },
            settings: { payouts: { schedule: { interval: 'manual' } } },
            metadata: { user_id: String(userId) },
          },
          { idempotencyKey },
        ),
      )
      return account.id
    },
    async onboardingLink(account, { returnUrl, refreshUrl }) {
      const link = await callStripe(() =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      )
      return link.url
    },
    async accountState(accountId) {
      const account = await callStripe(() => stripe.accounts.retrieve(accountId))
      return {
        detailsSubmitted: account.details_submitted,
        payoutsEnabled: account.payouts_enabled,
        bank: findBank(account),
      }
    },
    ...stripeTransfers(stripe),
    ...stripePayouts(stripe),
  }
}

/**
 * Transfers to caregivers' accounts. An attempt that may have been made already is looked up by its amount.
 */
function stripeTransfers(stripe: Stripe): Pick<PayoutProvider, 'transfer' | 'reverseTransfer'> {
  return {
    async transfer({ payoutId, accountId, amountCents }, { key, mayBeRepeat }) {
      const group = `payout-${payoutId}`
      if (mayBeRepeat) {
        const earlierTransfers = await callStripe(() =>
          stripe.transfers.list({ transfer_group: group, limit: SEARCHED_TRANSFERS }),
        )
        const earlierTransfer = earlierTransfers.data.find(({ amount }) => amount === amountCents)
        if (earlierTransfer) return earlierTransfer.id
      }
      const transfer = await callStripe(() =>
        stripe.transfers.create(
          {
            amount: amountCents,
            currency: CURRENCY,
            destination: accountId,
            transfer_group: group,
            metadata: { payout_id: String(payoutId) },
          },
          { idempotencyKey: key },
        ),
      )
      return transfer.id
    },
    async reverseTransfer(transferId, amountCents, { key, mayBeRepeat }) {
      if (mayBeRepeat) {
        const earlierReversals = await callStripe(() =>
          stripe.transfers.listReversals(transferId, { limit: SEARCHED_TRANSFERS }),
        )
        const earlierReversal = earlierReversals.data.find(({ amount }) => amount === amountCents)
        if (earlierReversal) return earlierReversal.id
      }
      const reversal = await callStripe(() =>
        stripe.transfers.createReversal(transferId, { amount: amountCents }, { idempotencyKey: key }),
      )
      return reversal.id
    },
  }
}

/**
 * Payouts to caregivers' banks. An attempt that may have been made already is looked up by our payout's id.
 */
function stripePayouts(stripe: Stripe): Pick<PayoutProvider, 'payOut' | 'payoutState'> {
  return {
    async payOut({ payoutId, accountId, amountCents }, { key, mayBeRepeat }) {
      const asAccount = { stripeAccount: accountId }
      const ourId = String(payoutId)
      if (mayBeRepeat) {
        const latestPayouts = await callStripe(() =>
          stripe.payouts.list({ limit: SEARCHED_PAYOUTS }, asAccount),
        )
        const earlierPayout = latestPayouts.data.find(({ metadata }) => metadata?.payout_id === ourId)
        if (earlierPayout) return toPayoutState(earlierPayout)
      }
      const payout = await callStripe(() =>
        stripe.payouts.create(
          { amount: amountCents, currency: CURRENCY, metadata: { payout_id: ourId } },
          { ...asAccount, idempotencyKey: key },
        ),
      )
      return toPayoutState(payout)
    },
    async payoutState(accountId, payoutId) {
      return toPayoutState(
        await callStripe(() => stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId })),
      )
    },
  }
}
