import { formatUsd } from '@tendwell/contract/money'
import type { ClosingPreview } from '@tendwell/contract/people/own-data'
import type { Person } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { countUnfinishedVisits, hasWaitingRefund } from '../../bookings/index.ts'
import { isInOpenDispute } from '../../disputes/index.ts'
import { getBalances } from '../../ledger/index.ts'
import { hasMoneyOnItsWay, hasOpenChargeback, sumUnreleasedCents } from '../../payments/index.ts'
import { hasUnfinishedPayout } from '../../payouts/index.ts'

export type Obstacles = ClosingPreview['obstacles']

/**
 * What has to be settled before a person's account can be closed: visits, money, disputes, and what banks
 * decide.
 * @see docs/rules/own-data.md#what-has-to-be-settled-first
 */
export async function listObstacles(reader: Reader, person: Person, now: Date): Promise<Obstacles> {
  const { id, role } = person
  const obstacles: Obstacles = []
  const add = (kind: Obstacles[number]['kind'], message: string | null) => {
    if (message !== null) obstacles.push({ kind, message })
  }
  add('bookings', describeVisits(await countUnfinishedVisits(reader, id, now)))
  add('money', role === 'caregiver' ? await describeWallet(reader, id) : await describeUnreleased(reader, id))
  if (await hasMoneyOnItsWay(reader, id)) {
    add('refunds', 'A payment or refund is still on its way. Please wait until it arrives')
  } else if (await hasWaitingRefund(reader, id)) {
    // The refund waits for a second member of the staff, because it is more than the first may refund alone.
    const message =
      'We’re still deciding about a refund to you. You can close your account once that’s settled'
    add('refunds', message)
  }
  if (await hasUnfinishedPayout(reader, id)) {
    add('payouts', 'A payout is still on its way. Please wait until it arrives')
  }
  if (await isInOpenDispute(reader, id)) {
    add('disputes', 'You have an open dispute. You can close your account once it’s decided')
  }
  // Even if none of the money that the bank decides about is left at Tendwell.
  if (await hasOpenChargeback(reader, id)) {
    const bank =
      role === 'caregiver'
        ? 'A family’s bank is deciding about a payment to you'
        : 'Your bank is deciding about a payment of yours'
    add('chargebacks', `${bank}. You can close your account once it has decided`)
  }
  return obstacles
}

function describeVisits(visits: number): string | null {
  if (visits === 0) return null
  return visits === 1
    ? 'You have 1 visit ahead. Cancel it, or close your account after it'
    : `You have ${visits} visits ahead. Cancel them, or close your account after the last one`
}

async function describeWallet(reader: Reader, caregiverId: number): Promise<string | null> {
  const { availableCents, escrowCents, heldCents } = await getBalances(reader, caregiverId)
  const onHoldCents = escrowCents + heldCents
  const messages = [
    availableCents > 0 && `You have ${formatUsd(availableCents)} in your wallet. Withdraw it first`,
    onHoldCents > 0 &&
      `${formatUsd(onHoldCents)} is on hold. You can withdraw it once it’s released after the visit`,
  ]
  return messages.filter(Boolean).join('. ') || null
}

/** What a family paid that is not with the caregiver yet. */
async function describeUnreleased(reader: Reader, familyId: number): Promise<string | null> {
  const cents = await sumUnreleasedCents(reader, familyId)
  if (cents === 0) return null
  return `We’re still holding ${formatUsd(cents)} you paid. It goes to the caregiver once it’s released after the visit`
}
