import type { PayoutMethod } from '@tendwell/contract/wallet'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { findUser } from '../accounts/index.ts'
import { findAccount, findAccountByProviderId } from './queries.ts'
import { claimAccount, setAccountId, setAccountState } from './store.ts'
import type { PayoutAccount } from './tables.ts'

/** The provider's account of a caregiver. Creates it if needed; after a crash the idempotency key finds it again. */
async function getOrCreateAccountId(deps: Deps, userId: number): Promise<string> {
  const { accountId } = await withTransaction(deps.database, (transaction) =>
    claimAccount(transaction, { userId, provider: deps.payments.name, now: deps.clock.now() }),
  )
  if (accountId) return accountId
  const owner = await findUser(deps.database, userId)
  const created = await deps.payments.createAccount(
    { userId, email: owner?.email ?? '' },
    `account-${userId}`,
  )
  await withTransaction(deps.database, (transaction) =>
    setAccountId(transaction, userId, created, deps.clock.now()),
  )
  const stored = await findAccount(deps.database, userId)
  return stored?.accountId ?? created
}

/**
 * Opens the provider's page where a caregiver sets up payouts. The page returns to their wallet.
 * @see docs/rules/money.md#payouts
 */
export async function startOnboarding(deps: Deps, userId: number): Promise<{ url: string }> {
  const accountId = await getOrCreateAccountId(deps, userId)
  const walletUrl = `${deps.publicUrl()}/caregiver/wallet`
  return {
    url: await deps.payments.onboardingLink(accountId, { returnUrl: walletUrl, refreshUrl: walletUrl }),
  }
}

/** Reads an account's state from the provider and stores it. */
async function refreshAccount(deps: Deps, { userId, accountId }: PayoutAccount): Promise<void> {
  if (!accountId) return
  const state = await deps.payments.accountState(accountId)
  await withTransaction(deps.database, (transaction) =>
    setAccountState(transaction, userId, state, deps.clock.now()),
  )
}

/** Refreshes the account with this id at the provider, for a webhook. Ignores an account that is not ours. */
export async function refreshAccountByProviderId(deps: Deps, accountId: string): Promise<void> {
  const account = await findAccountByProviderId(deps.database, accountId)
  if (account) await refreshAccount(deps, account)
}

/**
 * Whether a caregiver's payouts are set up. Until they are, reads the provider's state each time, so that a caregiver
 * who returns from onboarding does not have to wait for a webhook.
 * @see docs/rules/money.md#payouts
 */
export async function getPayoutMethod(deps: Deps, userId: number): Promise<PayoutMethod> {
  const stored = await findAccount(deps.database, userId)
  if (stored?.accountId && !(stored.detailsSubmitted && stored.payoutsEnabled)) {
    await refreshAccount(deps, stored).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'could not read a payout account from the provider'),
    )
  }
  const account = await findAccount(deps.database, userId)
  return {
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
  }
}
