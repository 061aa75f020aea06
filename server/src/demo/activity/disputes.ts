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
import { addPastBooking, endedBefore, type Pair } from './bookings.ts'

/** Adds disputes in every status, each about a booking of its own. */
export async function addDisputes(demo: Demo): Promise<void> {
  for (const dispute of DISPUTES) await addDispute(demo, dispute)
}

async function addDispute(demo: Demo, dispute: DemoDispute): Promise<void> {
  const { deps, random } = demo
  const { daysAgo, type, reason, other, isNew = false } = dispute
  const pair = findPair(demo, dispute)
  const booked = await addPastBooking(deps, random, pair, endedBefore(daysAgo))
  if (!booked) return
  const opened = isNew ? deps : backdate(deps, new Date(booked.endMs + 9 * HOUR_MS))
  const body = { booking_request: booked.requestId, type, reason, ...(other && { other_type_text: other }) }
  const { id, booking } = await withTransaction(deps.database, (transaction) =>
    openDispute(transaction, opened, pair.family.id, body),
  )
  await addPicture(opened, pair.family.id, id, dispute)
  const staff = { actor: toActor(demo.adminId, 'admin'), address: '127.0.0.1' }
  const openedMs = opened.clock.now().getTime()
  const after = (days: number) => backdate(deps, new Date(openedMs + days * DAY_MS))
  await addQuestions(after(0.5), staff, pair, { id, ...dispute })
  // Refunds still need their job.
  const on = (day: number) => ({ ...after(day), jobs: { ...after(day).jobs, add: deps.jobs.add } })
  await decide(on, staff, dispute, { id, priceUsd: booking.total_price_usd })
}

async function addPicture(deps: Deps, familyId: number, id: number, { evidence }: DemoDispute) {
  if (!evidence) return
  const fileName = evidence.toLowerCase().replaceAll(' ', '-')
  const upload = await drawSpecimen({ field: 'file', fileName, title: evidence, name: 'Sent by the family' })
  await addEvidence(deps, familyId, id, { uploads: [upload], caption: `Evidence file: ${upload.name}` })
}

async function addQuestions(
  deps: Deps,
  staff: StaffActor,
  { family, caregiver }: Pair,
  { id: disputeId, asked = [] }: DemoDispute & { id: number },
): Promise<void> {
  const sides = { caretaker: family, caregiver }
  for (const { side, text, answer } of asked) {
    await withTransaction(deps.database, async (transaction) => {
      await askSide(transaction, deps, staff, { disputeId, side, text })
      if (!answer) return
      const by = { id: sides[side].id, role: side }
      await answerQuestion(transaction, deps, by, { disputeId, questionId: undefined, text: answer })
    })
  }
}

/** Staff escalate or reject a dispute a day after it was opened, and close it after another. */
async function decide(
  on: (day: number) => Deps,
  { actor, address }: StaffActor,
  dispute: DemoDispute,
  { id, priceUsd }: { id: number; priceUsd: number },
): Promise<void> {
  if (dispute.status === 'rejected') {
    await rejectDispute(on(1), actor, address, { id, resolution: dispute.resolution })
  }
  if (dispute.status === 'escalated' || dispute.status === 'closed') {
    await escalateDispute(on(1), actor, address, id)
  }
  if (dispute.status === 'closed') {
    const refundUsd = Math.round(priceUsd * dispute.refundedShare * 100) / 100
    await closeDispute(on(2), actor, address, { id, refundUsd, resolution: dispute.resolution })
  }
}
