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
import { backdate } from '../backdate.ts'
import type { Caregiver } from '../people/accounts.ts'

const SET_UP_DAYS_AGO = 30
const ARRIVAL_MS = 5 * MINUTE_MS

/** Past payouts: their age, the share of the balance, and what the bank does. */
const WITHDRAWALS = [
  { daysAgo: 28, part: 0.4, bank: 'arrive' },
  { daysAgo: 20, part: 0.3, bank: 'fail' },
  { daysAgo: 13, part: 0.35, bank: 'arrive' },
  { daysAgo: 6, part: 0.2, bank: 'are canceled' },
] as const

/** Submits the onboarding form of the sandbox. */
async function setUpPayouts(then: Deps, userId: number): Promise<void> {
  const { url } = await startOnboarding(then, userId, false)
  const token = url.slice(url.lastIndexOf('/') + 1)
  await withTransaction(then.database, (transaction) =>
    submitDetails(transaction, then, token, { payouts: 'arrive', last4: '6789' }),
  )
  await getPayoutMethod(then, userId)
}

async function withdraw(deps: Deps, userId: number, part: number): Promise<number | null> {
  const { availableCents } = await getBalances(deps.database, userId)
  const amountCents = Math.floor((availableCents * part) / 100) * 100
  if (amountCents === 0) return null
  const { id } = await withTransaction(deps.database, (transaction) =>
    requestPayout(transaction, deps, userId, amountCents),
  )
  return id
}

/** Adds the demo caregiver's payouts: two paid, one failed, one canceled and one in transit. */
export async function addPayouts(deps: Deps, { id }: Caregiver): Promise<void> {
  const nowMs = deps.clock.now().getTime()
  const setBank = (payouts: (typeof WITHDRAWALS)[number]['bank']) =>
    deps.database.update(sandboxAccounts).set({ payouts })
  await setUpPayouts(backdate(deps, new Date(nowMs - SET_UP_DAYS_AGO * DAY_MS)), id)
  for (const { daysAgo, part, bank } of WITHDRAWALS) {
    const then = backdate(deps, new Date(nowMs - daysAgo * DAY_MS))
    await setBank(bank)
    const payoutId = await withdraw(then, id, part)
    if (payoutId === null) continue
    await processPayout(then, payoutId)
    const later = backdate(deps, new Date(nowMs - daysAgo * DAY_MS + ARRIVAL_MS))
    await withTransaction(deps.database, (transaction) => completePayouts(transaction, later))
    await processPayout(later, payoutId)
    // What the bank did not take comes back in a second run.
    await processPayout(later, payoutId)
  }
  await setBank('arrive')
  const newest = await withdraw(deps, id, 0.25)
  if (newest !== null) await processPayout(deps, newest)
}
