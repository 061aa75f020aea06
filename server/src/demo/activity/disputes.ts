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
import { backdate } from '../backdate.ts'
import { type DemoDispute, DISPUTES } from '../content/disputes.ts'
import { type Demo, drawSpecimen, findPair, toActor } from '../people/accounts.ts'
import { addPastBooking, type Pair } from './bookings.ts'

/** How far back to look for free hours. */
const SEARCH_DAYS = 9
const ADDRESS = '127.0.0.1'

/** Adds disputes in every status, each about a booking of its own. */
export async function addDisputes(demo: Demo): Promise<void> {
  for (const dispute of DISPUTES) await addDispute(demo, dispute)
}

async function addDispute(demo: Demo, dispute: DemoDispute): Promise<void> {
  const { deps, random, adminId } = demo
  const { daysAgo, type, reason, other, evidence, isNew = false } = dispute
  const pair = findPair(demo, dispute)
  const booked = await addPastBooking(deps, random, pair, { from: -daysAgo - SEARCH_DAYS, to: -daysAgo })
  if (!booked) return
  const opened = isNew ? deps : backdate(deps, new Date(booked.endMs + 9 * HOUR_MS))
  const body = { booking_request: booked.requestId, type, reason, ...(other && { other_type_text: other }) }
  const { id, booking } = await withTransaction(deps.database, (transaction) =>
    openDispute(transaction, opened, pair.family.id, body),
  )
  if (evidence) await addPicture(opened, pair.family.id, id, evidence)
  const openedMs = opened.clock.now().getTime()
  const after = (days: number) => backdate(deps, new Date(openedMs + days * DAY_MS))
  await addQuestions(after(0.5), adminId, pair, { id, questions: dispute.asked ?? [] })
  await decide({ deps, adminId, after }, dispute, { id, priceUsd: booking.total_price_usd })
}

async function addPicture(deps: Deps, familyId: number, disputeId: number, title: string): Promise<void> {
  const fileName = title.toLowerCase().replaceAll(' ', '-')
  const upload = await drawSpecimen({ field: 'file', fileName, title, name: 'Sent by the family' })
  await addEvidence(deps, familyId, disputeId, {
    uploads: [upload],
    caption: `Evidence file: ${upload.name}`,
  })
}

async function addQuestions(
  deps: Deps,
  adminId: number,
  { family, caregiver }: Pair,
  { id: disputeId, questions }: { id: number; questions: NonNullable<DemoDispute['asked']> },
): Promise<void> {
  const staff = { actor: toActor(adminId, 'admin'), address: ADDRESS }
  const sides = { caretaker: family, caregiver }
  for (const { side, text, answer } of questions) {
    await withTransaction(deps.database, async (transaction) => {
      await askSide(transaction, deps, staff, { disputeId, side, text })
      const by = { id: sides[side].id, role: side }
      const answered = { disputeId, questionId: undefined, text: answer ?? '' }
      if (answer) await answerQuestion(transaction, deps, by, answered)
    })
  }
}

/** Staff escalate or reject the dispute after a day, and close it after another. */
async function decide(
  { deps, adminId, after }: { deps: Deps; adminId: number; after: (days: number) => Deps },
  dispute: DemoDispute,
  { id, priceUsd }: { id: number; priceUsd: number },
): Promise<void> {
  const admin = toActor(adminId, 'admin')
  // Refunds still need their job.
  const on = (day: number) => ({ ...after(day), jobs: { ...after(day).jobs, add: deps.jobs.add } })
  if (dispute.status === 'rejected') {
    await rejectDispute(on(1), admin, ADDRESS, { id, resolution: dispute.resolution })
  }
  if (dispute.status === 'escalated' || dispute.status === 'closed') {
    await escalateDispute(on(1), admin, ADDRESS, id)
  }
  if (dispute.status === 'closed') {
    const refundUsd = Math.round(priceUsd * dispute.refundedShare * 100) / 100
    await closeDispute(on(2), admin, ADDRESS, { id, refundUsd, resolution: dispute.resolution })
  }
}
