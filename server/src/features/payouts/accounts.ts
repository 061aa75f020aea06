import type { PayoutMethod } from '@tendwell/contract/wallet'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { findUser } from '../accounts/index.ts'
import { findAccount, findAccountByProviderId } from './queries.ts'
import { claimAccount, setAccountId, setAccountState } from './store.ts'
import type { PayoutAccount } from './tables.ts'

/** The provider's account of a caregiver, made where there is none; a crash in mid-way finds it again by its key. */
async function getOrCreateAccountId(deps: Deps, userId: number): Promise<string> {
  const { accountId } = await withTransaction(deps.database, (transaction) =>
    claimAccount(transaction, { userId, provider: deps.payments.name, now: deps.clock.now() }),
  )
  if (accountId) return accountId
  const owner = await findUser(deps.database, userId)
  const made = await deps.payments.createAccount({ userId, email: owner?.email ?? '' }, `account-${userId}`)
  await withTransaction(deps.database, (transaction) =>
    setAccountId(transaction, userId, made, deps.clock.now()),
  )
  const kept = await findAccount(deps.database, userId)
  return kept?.accountId ?? made
}

/** The address of the page where a caregiver sets payouts up; it leads back to her wallet. */
export async function startOnboarding(deps: Deps, userId: number): Promise<{ url: string }> {
  const accountId = await getOrCreateAccountId(deps, userId)
  const wallet = `${deps.publicUrl()}/caregiver/wallet`
  return { url: await deps.payments.onboardingLink(accountId, { returnUrl: wallet, refreshUrl: wallet }) }
}

/** Asks the provider how an account stands, and keeps it. */
async function refreshAccount(deps: Deps, { userId, accountId }: PayoutAccount): Promise<void> {
  if (!accountId) return
  const state = await deps.payments.accountState(accountId)
  await withTransaction(deps.database, (transaction) =>
    setAccountState(transaction, userId, state, deps.clock.now()),
  )
}

/** The same by the provider's id, for a webhook; one that is not ours is left alone. */
export async function refreshAccountByProviderId(deps: Deps, accountId: string): Promise<void> {
  const account = await findAccountByProviderId(deps.database, accountId)
  if (account) await refreshAccount(deps, account)
}

/**
 * How a caregiver is paid out. While it isn't set up the provider is asked anew, so that whoever comes back from
 * onboarding needn't wait for a webhook.
 */
export async function getPayoutMethod(deps: Deps, userId: number): Promise<PayoutMethod> {
  const known = await findAccount(deps.database, userId)
  if (known?.accountId && !(known.detailsSubmitted && known.payoutsEnabled)) {
    await refreshAccount(deps, known).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'the provider did not say how a payout account stands'),
    )
  }
  const account = await findAccount(deps.database, userId)
  return {
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
  }
}
