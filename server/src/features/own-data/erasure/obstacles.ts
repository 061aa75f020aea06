import { formatUsd } from '@tendwell/contract/money'
import type { ClosingPreview } from '@tendwell/contract/people/own-data'
import type { Person } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { countUnfinishedVisits, hasWaitingRefund } from '../../bookings/index.ts'
import { isInOpenDispute } from '../../disputes/index.ts'
import { getBalances } from '../../ledger/index.ts'
import { hasMoneyOnItsWay, hasOpenChargeback, sumUnreleased } from '../../payments/index.ts'
import { hasUnfinishedPayout } from '../../payouts/index.ts'

export type Obstacles = ClosingPreview['obstacles']

/**
 * What has to be settled before a person's account can be closed: visits, money, disputes, and what banks
 * decide.
 * @see docs/rules/own-data.md#what-has-to-be-settled-first
 */
export async function listObstacles(reader: Reader, person: Person, now: Date): Promise<Obstacles> {
  const found = [
    await findVisits(reader, person, now),
    await findMoney(reader, person),
    (await findRefunds(reader, person)) ?? (await findWaitingRefundObstacle(reader, person)),
    await findPayouts(reader, person),
    await findDisputes(reader, person),
    await findChargebacks(reader, person),
  ]
  return found.filter((obstacle) => obstacle !== null)
}

type Find = Promise<Obstacles[number] | null>

async function findVisits(reader: Reader, { id }: Person, now: Date): Find {
  const visits = await countUnfinishedVisits(reader, id, now)
  if (visits === 0) return null
  const message =
    visits === 1
      ? 'You have 1 visit ahead. Cancel it, or close your account after it'
      : `You have ${visits} visits ahead. Cancel them, or close your account after the last one`
  return { kind: 'bookings', message }
}

/** A caregiver's wallet, or what a family paid that is not with the caregiver yet. */
async function findMoney(reader: Reader, person: Person): Find {
  if (person.role === 'caregiver') {
    const { availableCents, escrowCents, heldCents } = await getBalances(reader, person.id)
    const onHoldCents = escrowCents + heldCents
    const messages: string[] = []
    if (availableCents > 0)
      messages.push(`You have ${formatUsd(availableCents)} in your wallet. Withdraw it first`)
    if (onHoldCents > 0) {
      messages.push(
        `${formatUsd(onHoldCents)} is on hold. You can withdraw it once it’s released after the visit`,
      )
    }
    return messages.length === 0 ? null : { kind: 'money', message: messages.join('. ') }
  }
  const cents = await sumUnreleased(reader, person.id)
  if (cents === 0) return null
  const message = `We’re still holding ${formatUsd(cents)} you paid. It goes to the caregiver once it’s released after the visit`
  return { kind: 'money', message }
}

async function findRefunds(reader: Reader, { id }: Person): Find {
  if (!(await hasMoneyOnItsWay(reader, id))) return null
  return {
    kind: 'refunds',
    message: 'A payment or refund is still on its way. Please wait until it arrives',
  }
}

/** A refund that waits for a colleague, because it is more than the one who asked may refund themselves. */
async function findWaitingRefundObstacle(reader: Reader, { id }: Person): Find {
  if (!(await hasWaitingRefund(reader, id))) return null
  return {
    kind: 'refunds',
    message: 'We’re still deciding about a refund to you. You can close your account once that’s settled',
  }
}

async function findPayouts(reader: Reader, { id }: Person): Find {
  if (!(await hasUnfinishedPayout(reader, id))) return null
  return { kind: 'payouts', message: 'A payout is still on its way. Please wait until it arrives' }
}

async function findDisputes(reader: Reader, { id }: Person): Find {
  if (!(await isInOpenDispute(reader, id))) return null
  return {
    kind: 'disputes',
    message: 'You have an open dispute. You can close your account once it’s decided',
  }
}

/** However much is left here of the money that a bank decides about. */
async function findChargebacks(reader: Reader, { id, role }: Person): Find {
  if (!(await hasOpenChargeback(reader, id))) return null
  const what =
    role === 'caregiver'
      ? 'A family’s bank is deciding about a payment to you'
      : 'Your bank is deciding about a payment of yours'
  return { kind: 'chargebacks', message: `${what}. You can close your account once it has decided` }
}
