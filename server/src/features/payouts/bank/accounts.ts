import type { PayoutMethod } from '@tendwell/contract/payments/wallet'
import { paths } from '@tendwell/contract/routes'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { findUser, getErasureDueTime } from '../../people/index.ts'
import { getBankHoldEnd } from '../payout.ts'
import { findAccount, findAccountByProviderId, findPayoutHold } from '../queries.ts'
import {
  claimAccount,
  lockAccount,
  lockBank,
  setAccountId,
  setAccountState,
  setBank,
  setBankDisowned,
  setOpenedOnNewDevice,
} from '../store.ts'
import type { PayoutAccount } from '../tables.ts'
import { recordEnteredBank } from './bank-reviews.ts'

/**
 * The id of a caregiver's account at the provider, which is created if needed. If a crash loses the
 * provider's answer, the next call repeats the idempotency key and gets the same account.
 */
async function getOrCreateAccountId(deps: Deps, userId: number): Promise<string> {
  const { accountId } = await withTransaction(deps.database, (transaction) =>
    claimAccount(transaction, { userId, provider: deps.payments.name, now: deps.clock.now() }),
  )
  if (accountId) return accountId
  const owner = await findUser(deps.database, userId)
  const createdId = await deps.payments.createAccount(
    { userId, email: owner?.email ?? '' },
    `account-${userId}`,
  )
  await withTransaction(deps.database, (transaction) =>
    setAccountId(transaction, userId, createdId, deps.clock.now()),
  )
  // Another call may have stored an id first; that one counts.
  const storedAccount = await findAccount(deps.database, userId)
  return storedAccount?.accountId ?? createdId
}

/**
 * A link to the provider's page where a caregiver sets up payouts; the page returns to their wallet.
 * @param isNewDevice whether the caller's device is new to their account
 * @see docs/rules/money.md#payouts
 */
export async function startOnboarding(
  deps: Deps,
  userId: number,
  isNewDevice: boolean,
): Promise<{ url: string }> {
  const accountId = await getOrCreateAccountId(deps, userId)
  if (isNewDevice) {
    await withTransaction(deps.database, (transaction) => setOpenedOnNewDevice(transaction, userId))
  }
  const walletUrl = `${deps.publicUrl()}${paths.wallet}`
  return {
    url: await deps.payments.onboardingLink(accountId, { returnUrl: walletUrl, refreshUrl: walletUrl }),
  }
}

/**
 * Reads an account's state from the provider and stores it. If the bank account is another one than before,
 * publishes an event, and opens a review if staff have to look at it. Does nothing once the owner's erasure
 * is due, because the provider still knows the account and its data would be stored again.
 * @see docs/rules/own-data.md#what-an-erasure-leaves
 */
async function refreshAccount(deps: Deps, { userId, accountId }: PayoutAccount): Promise<void> {
  if (!accountId) return
  const state = await deps.payments.accountState(accountId)
  await withTransaction(deps.database, async (transaction) => {
    if (state.bank) await lockBank(transaction, state.bank.fingerprint)
    const accountBefore = await lockAccount(transaction, userId)
    const now = deps.clock.now()
    const owner = await findUser(transaction, userId)
    if (owner?.closedAt && getErasureDueTime(owner.closedAt) <= now) return
    await setAccountState(transaction, userId, state, now)
    if (!state.bank || accountBefore?.bankFingerprint === state.bank.fingerprint) return
    const isFirst = !accountBefore?.bankFingerprint
    // A first bank account holds no payouts back, unless it may have been entered on a new device.
    const changedAt = isFirst && !accountBefore?.openedOnNewDevice ? null : now
    const { isInReview } = await recordEnteredBank(transaction, deps, userId, state.bank.fingerprint)
    await setBank(transaction, userId, state.bank, {
      bankChangedAt: changedAt,
      reviewAt: isInReview ? now : null,
    })
    if (isInReview)
      await deps.jobs.publish(transaction, 'bank-review.opened', { userId, at: now.toISOString() })
    await deps.jobs.publish(transaction, 'bank-details.changed', {
      userId,
      last4: state.bank.last4,
      isFirst,
      isInReview,
      payableFrom: getBankHoldEnd(changedAt, now)?.toISOString() ?? null,
      changeId: `${userId}:${now.toISOString()}`,
      changedAt: now.toISOString(),
    })
  })
}

/**
 * Reads a caregiver's bank details from the provider, in case no webhook has reported a change yet. If the
 * provider can't be reached, a payout can still be requested: the details are read again before the money
 * leaves.
 * @returns false if the details could not be read
 */
export async function refreshBank(deps: Deps, userId: number): Promise<boolean> {
  const account = await findAccount(deps.database, userId)
  if (!account) return true
  try {
    await refreshAccount(deps, account)
    return true
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'could not read a payout account from the provider')
    return false
  }
}

/** Refreshes the account with this id at the provider, for a webhook. Ignores an account that is not ours. */
export async function refreshAccountByProviderId(deps: Deps, accountId: string): Promise<void> {
  const account = await findAccountByProviderId(deps.database, accountId)
  if (account) await refreshAccount(deps, account)
}

/**
 * Stops payouts to the present bank account of a caregiver who said that it isn't theirs, until they enter
 * another one.
 */
export async function disownBank(deps: Deps, userId: number): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const account = await lockAccount(transaction, userId)
    if (account?.bankFingerprint) await setBankDisowned(transaction, userId, deps.clock.now())
  })
}

/**
 * Whether a caregiver's payouts are set up, and what holds them back. Until they are set up, each call reads
 * the provider's state, so that a caregiver who returns from onboarding does not have to wait for a webhook.
 * @see docs/rules/money.md#payouts
 */
export async function getPayoutMethod(deps: Deps, userId: number): Promise<PayoutMethod> {
  const storedAccount = await findAccount(deps.database, userId)
  if (!(storedAccount?.detailsSubmitted && storedAccount.payoutsEnabled)) await refreshBank(deps, userId)
  const account = await findAccount(deps.database, userId)
  const hold = account && (await findPayoutHold(deps.database, account, deps.clock.now()))
  return {
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
    bank_last4: account?.bankLast4 ?? null,
    payable_from: hold?.until?.toISOString() ?? null,
    held_because: hold?.why ?? null,
  }
}
