import { DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { getBalances } from '../../features/ledger/index.ts'
import {
  getPayoutMethod,
  processPayout,
  requestPayout,
  startOnboarding,
} from '../../features/payouts/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { completePayouts, submitDetails } from '../../ports/payments/sandbox/connect.ts'
import { sandboxAccounts } from '../../ports/payments/tables.ts'
import { goBack } from '../backdate.ts'
import type { Caregiver, Demo } from '../people/accounts.ts'

const ONBOARDED_DAYS_AGO = 30
const ARRIVAL_MS = 5 * MINUTE_MS

/**
 * The share of the balance that is paid out, and what the bank does with it; the newest payout is in transit.
 */
const PAYOUTS = [
  { daysAgo: 28, balanceShare: 0.4, bank: 'arrive' },
  { daysAgo: 20, balanceShare: 0.3, bank: 'fail' },
  { daysAgo: 13, balanceShare: 0.35, bank: 'arrive' },
  { daysAgo: 6, balanceShare: 0.2, bank: 'are canceled' },
  { daysAgo: 0, balanceShare: 0.25, bank: 'arrive' },
] as const

/** Adds the payouts of the demo login. */
export async function addPayouts({ deps, caregivers }: Demo): Promise<void> {
  const { id } = caregivers[0] as Caregiver
  await setUpPayouts(goBack(deps, ONBOARDED_DAYS_AGO * DAY_MS), id)
  for (const payout of PAYOUTS) await addPayout(deps, id, payout)
}

/** Submits the onboarding form of the sandbox. */
async function setUpPayouts(pastDeps: Deps, userId: number): Promise<void> {
  const isNewDevice = false
  const { url } = await startOnboarding(pastDeps, userId, isNewDevice)
  const token = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(pastDeps.database, (transaction) =>
    submitDetails(transaction, pastDeps, token, { payouts: 'arrive', last4: '6789' }),
  )
  await getPayoutMethod(pastDeps, userId)
}

/** Requests a payout and, unless it is of today, lets it arrive, fail or be canceled. */
async function addPayout(
  deps: Deps,
  userId: number,
  { daysAgo, balanceShare, bank }: (typeof PAYOUTS)[number],
): Promise<void> {
  const pastDeps = goBack(deps, daysAgo * DAY_MS)
  await deps.database.update(sandboxAccounts).set({ payouts: bank })
  const { availableCents } = await getBalances(deps.database, userId)
  const { id } = await withTransaction(deps.database, (transaction) =>
    requestPayout(transaction, pastDeps, userId, Math.floor((availableCents * balanceShare) / 100) * 100),
  )
  await processPayout(pastDeps, id)
  if (daysAgo === 0) return
  const arrivalDeps = goBack(deps, daysAgo * DAY_MS - ARRIVAL_MS)
  await withTransaction(deps.database, (transaction) => completePayouts(transaction, arrivalDeps))
  await processPayout(arrivalDeps, id)
  // What the bank did not take comes back in a second run.
  await processPayout(arrivalDeps, id)
}
