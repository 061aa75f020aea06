import { formatUsd } from '@tendwell/contract/money'
import type { ClosingPreview } from '@tendwell/contract/people/own-data'
import { and, count, eq, gt, inArray, isNull, ne, or, sql, sum } from 'drizzle-orm'
import type { Person } from '../../../personal-data/classification.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { bookings, isWaitingRefund, requests, requestWindows, staffRefunds } from '../../bookings/index.ts'
import { disputes, isOpenStatus } from '../../disputes/index.ts'
import { getBalances } from '../../ledger/index.ts'
import { chargebacks, isUnfinishedRefund, payments, refunds } from '../../payments/index.ts'
import { payouts } from '../../payouts/index.ts'

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
    (await findRefunds(reader, person)) ?? (await findAskedRefunds(reader, person)),
    await findPayouts(reader, person),
    await findDisputes(reader, person),
    await findChargebacks(reader, person),
  ]
  return found.filter((obstacle) => obstacle !== null)
}

type Find = Promise<Obstacles[number] | null>

async function findVisits(reader: Reader, { id }: Person, now: Date): Find {
  const [row] = await reader
    .select({ count: count() })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(
      and(
        or(eq(requests.caregiverId, id), eq(requests.caretakerId, id)),
        isNull(bookings.canceledAt),
        gt(requestWindows.endsAt, now),
      ),
    )
  if (!row?.count) return null
  const message =
    row.count === 1
      ? 'You have 1 visit ahead. Cancel it, or close your account after it'
      : `You have ${row.count} visits ahead. Cancel them, or close your account after the last one`
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
  const [row] = await reader
    .select({ cents: sum(sql`${payments.escrowCents} + ${payments.heldCents}`).mapWith(Number) })
    .from(payments)
    .where(and(eq(payments.payerId, person.id), ne(payments.status, 'failed')))
  if (!row?.cents) return null
  const message = `We’re still holding ${formatUsd(row.cents)} you paid. It goes to the caregiver once it’s released after the visit`
  return { kind: 'money', message }
}

async function findRefunds(reader: Reader, { id }: Person): Find {
  const isRunning = or(
    inArray(payments.status, ['captured', 'refunding']),
    sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id} AND ${isUnfinishedRefund})`,
  )
  const [row] = await reader
    .select({ count: count() })
    .from(payments)
    .where(and(eq(payments.payerId, id), isRunning))
  if (!row?.count) return null
  return {
    kind: 'refunds',
    message: 'A payment or refund is still on its way. Please wait until it arrives',
  }
}

/** Staff asked for more than they may refund themselves, and a colleague decides. */
async function findAskedRefunds(reader: Reader, { id }: Person): Find {
  const [row] = await reader
    .select({ count: count() })
    .from(staffRefunds)
    .innerJoin(requests, eq(requests.id, staffRefunds.requestId))
    .where(and(eq(requests.caretakerId, id), isWaitingRefund))
  if (!row?.count) return null
  return {
    kind: 'refunds',
    message: 'We’re still deciding about a refund to you. You can close your account once that’s settled',
  }
}

async function findPayouts(reader: Reader, { id }: Person): Find {
  const [row] = await reader
    .select({ count: count() })
    .from(payouts)
    .where(and(eq(payouts.userId, id), inArray(payouts.status, ['pending', 'processing', 'returning'])))
  if (!row?.count) return null
  return { kind: 'payouts', message: 'A payout is still on its way. Please wait until it arrives' }
}

async function findDisputes(reader: Reader, { id }: Person): Find {
  const rows = await reader
    .select({ status: disputes.status })
    .from(disputes)
    .where(or(eq(disputes.caretakerId, id), eq(disputes.caregiverId, id)))
  if (!rows.some(({ status }) => isOpenStatus(status))) return null
  return {
    kind: 'disputes',
    message: 'You have an open dispute. You can close your account once it’s decided',
  }
}

/** However much is left here of the money that a bank decides about. */
async function findChargebacks(reader: Reader, { id, role }: Person): Find {
  const isOpen = and(or(eq(payments.payerId, id), eq(payments.payeeId, id)), eq(chargebacks.status, 'open'))
  const [row] = await reader
    .select({ count: count() })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(isOpen)
  if (!row?.count) return null
  const what =
    role === 'caregiver'
      ? 'A family’s bank is deciding about a payment to you'
      : 'Your bank is deciding about a payment of yours'
  return { kind: 'chargebacks', message: `${what}. You can close your account once it has decided` }
}
