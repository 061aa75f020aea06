import type Stripe from 'stripe'
import type { PaymentProvider, PayoutState } from './port.ts'
import { ask } from './stripe-client.ts'

type Connect = Pick<
  PaymentProvider,
  | 'createAccount'
  | 'onboardingLink'
  | 'accountState'
  | 'transfer'
  | 'payOut'
  | 'payoutState'
  | 'reverseTransfer'
>

/** How far back a payout of an account is looked for. */
const LOOKED_THROUGH = 100

function payoutStateOf(payout: Stripe.Payout): PayoutState {
  const { id, status, amount, failure_message: failureReason } = payout
  const isOver = status === 'paid' || status === 'failed' || status === 'canceled'
  return { id, status: isOver ? status : 'pending', amountCents: amount, failureReason }
}

/**
 * Caregivers' Express accounts. Money goes to one by a transfer and on to its bank by a payout of that account, so its
 * own schedule is manual: Stripe would else send it off before we do.
 */
export function stripeConnect(stripe: Stripe): Connect {
  return {
    async createAccount({ userId, email }, idempotencyKey) {
      const account = await ask(() =>
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
      const link = await ask(() =>
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
      const account = await ask(() => stripe.accounts.retrieve(accountId))
      return { detailsSubmitted: account.details_submitted, payoutsEnabled: account.payouts_enabled }
    },
    ...stripeTransfers(stripe),
    ...stripePayouts(stripe),
  }
}

function stripeTransfers(stripe: Stripe): Pick<Connect, 'transfer' | 'reverseTransfer'> {
  return {
    async transfer({ payoutId, accountId, amountCents }, { key, mayBeRepeat }) {
      const group = `payout-${payoutId}`
      if (mayBeRepeat) {
        const made = await ask(() => stripe.transfers.list({ transfer_group: group, limit: 10 }))
        const found = made.data.find(({ amount }) => amount === amountCents)
        if (found) return found.id
      }
      const transfer = await ask(() =>
        stripe.transfers.create(
          {
            amount: amountCents,
            currency: 'usd',
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
        const made = await ask(() => stripe.transfers.listReversals(transferId, { limit: 10 }))
        const found = made.data.find(({ amount }) => amount === amountCents)
        if (found) return found.id
      }
      const reversal = await ask(() =>
        stripe.transfers.createReversal(transferId, { amount: amountCents }, { idempotencyKey: key }),
      )
      return reversal.id
    },
  }
}

function stripePayouts(stripe: Stripe): Pick<Connect, 'payOut' | 'payoutState'> {
  return {
    async payOut({ payoutId, accountId, amountCents }, { key, mayBeRepeat }) {
      const ofAccount = { stripeAccount: accountId }
      const mark = String(payoutId)
      if (mayBeRepeat) {
        const made = await ask(() => stripe.payouts.list({ limit: LOOKED_THROUGH }, ofAccount))
        const found = made.data.find(({ metadata }) => metadata?.payout_id === mark)
        if (found) return payoutStateOf(found)
      }
      const payout = await ask(() =>
        stripe.payouts.create(
          { amount: amountCents, currency: 'usd', metadata: { payout_id: mark } },
          { ...ofAccount, idempotencyKey: key },
        ),
      )
      return payoutStateOf(payout)
    },
    async payoutState(accountId, payoutId) {
      return payoutStateOf(
        await ask(() => stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId })),
      )
    },
  }
}
