import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import {
  addEvidence,
  answerQuestion,
  askSide,
  closeDispute,
  escalateDispute,
  openDispute,
  rejectDispute,
} from '../../features/disputes/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { StaffActor } from '../../platform/http/access.ts'
import { backdate } from '../backdate.ts'
import { type DemoDispute, DISPUTES } from '../content/disputes.ts'
import { type Demo, drawSpecimen, findPair, toActor } from '../people/accounts.ts'
import { addPastBooking, type Pair, toDaysBefore } from './bookings.ts'

/** Adds disputes in every status, each about a booking of its own. */
export async function addDisputes(demo: Demo): Promise<void> {
  for (const dispute of DISPUTES) await addDispute(demo, dispute)
}

/** Adds a booking, the family's dispute about it, its evidence and questions, and staff's decision. */
async function addDispute(demo: Demo, dispute: DemoDispute): Promise<void> {
  const { deps, random } = demo
  const { daysAgo, type, reason, otherType, isNew = false } = dispute
  const pair = findPair(demo, dispute)
  const pastBooking = await addPastBooking(deps, random, pair, toDaysBefore(daysAgo))
  if (!pastBooking) return
  const openingDeps = isNew ? deps : backdate(deps, new Date(pastBooking.endMs + 9 * HOUR_MS))
  const body = {
    booking_request: pastBooking.requestId,
    type,
    reason,
    ...(otherType && { other_type_text: otherType }),
  }
  const { id, booking } = await withTransaction(deps.database, (transaction) =>
    openDispute(transaction, openingDeps, pair.family.id, body),
  )
  await addPicture(openingDeps, pair.family.id, id, dispute)
  const staff = { actor: toActor(demo.adminId, 'admin'), address: '127.0.0.1' }
  const openedMs = openingDeps.clock.now().getTime()
  const daysAfterOpening = (days: number) => backdate(deps, new Date(openedMs + days * DAY_MS))
  await addQuestions(daysAfterOpening(0.5), staff, pair, { id, ...dispute })
  // With the real queue: a refund needs its job, though events of the past are still not published.
  const onDay = (day: number) => ({
    ...daysAfterOpening(day),
    jobs: { ...daysAfterOpening(day).jobs, add: deps.jobs.add },
  })
  await decideDispute(onDay, staff, dispute, { id, priceUsd: booking.total_price_usd })
}

/** Adds the picture that the family sent, if it sent one. */
async function addPicture(deps: Deps, familyId: number, id: number, { evidence }: DemoDispute) {
  if (!evidence) return
  const fileName = evidence.toLowerCase().replaceAll(' ', '-')
  const upload = await drawSpecimen({ field: 'file', fileName, title: evidence, name: 'Sent by the family' })
  await addEvidence(deps, familyId, id, { uploads: [upload], caption: `Evidence file: ${upload.name}` })
}

/** Adds what staff asked the two sides, and their answers. */
async function addQuestions(
  deps: Deps,
  staff: StaffActor,
  { family, caregiver }: Pair,
  { id: disputeId, questions = [] }: DemoDispute & { id: number },
): Promise<void> {
  const sides = { caretaker: family, caregiver }
  for (const { side, text, answer } of questions) {
    await withTransaction(deps.database, async (transaction) => {
      await askSide(transaction, deps, staff, { disputeId, side, text })
      if (!answer) return
      const answerer = { id: sides[side].id, role: side }
      await answerQuestion(transaction, deps, answerer, { disputeId, questionId: undefined, text: answer })
    })
  }
}

/**
 * Staff escalate or reject a dispute a day after it was opened, and close it after another.
 * @param onDay the dependencies on this day after the opening
 */
async function decideDispute(
  onDay: (day: number) => Deps,
  { actor, address }: StaffActor,
  dispute: DemoDispute,
  { id, priceUsd }: { id: number; priceUsd: number },
): Promise<void> {
  if (dispute.status === 'rejected') {
    await rejectDispute(onDay(1), actor, address, { id, resolution: dispute.resolution })
  }
  if (dispute.status === 'escalated' || dispute.status === 'closed') {
    await escalateDispute(onDay(1), actor, address, id)
  }
  if (dispute.status === 'closed') {
    const refundUsd = Math.round(priceUsd * dispute.refundedShare * 100) / 100
    await closeDispute(onDay(2), actor, address, { id, refundUsd, resolution: dispute.resolution })
  }
}
