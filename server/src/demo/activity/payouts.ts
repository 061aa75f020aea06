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

const SET_UP_DAYS_AGO = 30
const ARRIVAL_MS = 5 * MINUTE_MS

/** The share of the balance, and what the bank does; the newest one is in transit. */
const PAYOUTS = [
  { daysAgo: 28, part: 0.4, bank: 'arrive' },
  { daysAgo: 20, part: 0.3, bank: 'fail' },
  { daysAgo: 13, part: 0.35, bank: 'arrive' },
  { daysAgo: 6, part: 0.2, bank: 'are canceled' },
  { daysAgo: 0, part: 0.25, bank: 'arrive' },
] as const

/** Adds the payouts of the demo login. */
export async function addPayouts({ deps, caregivers }: Demo): Promise<void> {
  const { id } = caregivers[0] as Caregiver
  await setUpPayouts(goBack(deps, SET_UP_DAYS_AGO * DAY_MS), id)
  for (const payout of PAYOUTS) await addPayout(deps, id, payout)
}

/** Submits the onboarding form of the sandbox. */
async function setUpPayouts(then: Deps, userId: number): Promise<void> {
  const { url } = await startOnboarding(then, userId, false)
  const token = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(then.database, (transaction) =>
    submitDetails(transaction, then, token, { payouts: 'arrive', last4: '6789' }),
  )
  await getPayoutMethod(then, userId)
}

async function addPayout(
  deps: Deps,
  userId: number,
  { daysAgo, part, bank }: (typeof PAYOUTS)[number],
): Promise<void> {
  const then = goBack(deps, daysAgo * DAY_MS)
  await deps.database.update(sandboxAccounts).set({ payouts: bank })
  const { availableCents } = await getBalances(deps.database, userId)
  const { id } = await withTransaction(deps.database, (transaction) =>
    requestPayout(transaction, then, userId, Math.floor((availableCents * part) / 100) * 100),
  )
  await processPayout(then, id)
  if (daysAgo === 0) return
  const later = goBack(deps, daysAgo * DAY_MS - ARRIVAL_MS)
  await withTransaction(deps.database, (transaction) => completePayouts(transaction, later))
  await processPayout(later, id)
  // What the bank did not take comes back in a second run.
  await processPayout(later, id)
}
