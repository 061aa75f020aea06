import type { DisputeType } from '@tendwell/contract/safety/dispute-types'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { releaseRequest } from '../../features/bookings/index.ts'
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
import type { Actor } from '../../platform/http/access.ts'
import { backdate } from '../backdate.ts'
import { type Caregiver, drawSpecimen, type Family } from '../people/accounts.ts'
import type { Random } from '../random.ts'
import { bookInThePast, listFreeSlots, pickHours } from './bookings.ts'

/** How far back to look for free hours. */
const SEARCH_DAYS = 9
const ADDRESS = '127.0.0.1'

type Step = 'escalate' | { reject: string } | { close: string } | { refundHalf: string }

type DemoQuestion = { side: Side; text: string; answer?: string }

/** A dispute about a booking that ended at least `daysAgo` days ago. `family` and `caregiver` are indexes. */
type DemoDispute = {
  family: number
  caregiver: number
  daysAgo: number
  type: DisputeType
  other?: string
  reason: string
  evidence?: string
  /** What staff asked half a day later, and the answers. */
  asked?: readonly DemoQuestion[]
  steps: readonly Step[]
}

/** Family 0 and caregiver 0 are the demo logins. */
const DISPUTES: readonly DemoDispute[] = [
  {
    family: 0,
    caregiver: 2,
    daysAgo: 17,
    type: 'communication',
    reason:
      'Ten minutes before the start we got a text saying the evening would be an hour shorter. We hadn’t agreed to that, and no one picked up when we called.',
    steps: [
      {
        reject:
          'The caregiver wrote to you two days before that the evening would be shorter, and you agreed in the chat. You were charged for the shorter time only.',
      },
    ],
  },
  {
    family: 0,
    caregiver: 1,
    daysAgo: 13,
    type: 'service_quality',
    reason:
      'The caregiver spent the second half of the afternoon on the phone while our son played alone. We had agreed on time outdoors. We’d like half of the price back.',
    evidence: 'Messages from that afternoon',
    steps: [
      'escalate',
      {
        refundHalf:
          'The messages show that you had agreed on time outdoors, and the caregiver confirmed the long call. We’re refunding half of the price.',
      },
    ],
  },
  {
    family: 1,
    caregiver: 0,
    daysAgo: 12,
    type: 'payment',
    reason: 'We were charged for two hours, but we had agreed on an hour and a half.',
    steps: [
      'escalate',
      {
        close:
          'The request that both of you agreed to was for two hours, so the price is right. Nothing is refunded.',
      },
    ],
  },
  {
    family: 0,
    caregiver: 3,
    daysAgo: 6,
    type: 'other',
    other: 'A spare key',
    reason: 'We never got our spare key back after the last visit, and no one answers our messages about it.',
    evidence: 'Photo of the key ring',
    asked: [
      {
        side: 'caregiver',
        text: 'Do you still have the family’s spare key? If you gave it back, when and to whom?',
        answer: 'I put it in their letterbox on my way out, in an envelope with their name on it.',
      },
      { side: 'caretaker', text: 'Did anyone else empty your letterbox that week?' },
    ],
    steps: ['escalate'],
  },
  {
    family: 2,
    caregiver: 0,
    daysAgo: 5,
    type: 'schedule',
    reason: 'We agreed on 8:00, but the caregiver showed up at 8:40. We missed an appointment because of it.',
    steps: ['escalate'],
  },
  {
    family: 4,
    caregiver: 7,
    daysAgo: 3,
    type: 'service_quality',
    reason: 'The profile promises a written log of every visit. We asked twice and never got one.',
    steps: [],
  },
  {
    family: 0,
    caregiver: 0,
    daysAgo: 1,
    type: 'schedule',
    reason:
      'The visit ended forty minutes early without any notice. We’d like to pay only for the time we got.',
    evidence: 'Doorbell camera',
    steps: [],
  },
]

/** Caregivers of past bookings that the demo family has not reviewed yet. */
const UNREVIEWED = [4, 5, 6, 8, 9] as const

type DemoData = {
  deps: Deps
  random: Random
  caregivers: readonly Caregiver[]
  families: readonly Family[]
  adminId: number
}

/** Adds disputes in every status, and past bookings without a review. */
export async function addDisputes(demo: DemoData): Promise<void> {
  for (const dispute of DISPUTES) await addDemoDispute(demo, dispute)
  for (const caregiver of UNREVIEWED) {
    const booked = await addPastBooking(demo, { family: 0, caregiver, daysAgo: 4 + caregiver })
    if (booked) await releaseRequest(backdate(demo.deps, demo.deps.clock.now()), booked.requestId)
  }
}

/** Adds a booking that ended at least `daysAgo` days ago; null when the caregiver had no free hours. */
async function addPastBooking(
  { deps, random, caregivers, families }: DemoData,
  { family, caregiver, daysAgo }: { family: number; caregiver: number; daysAgo: number },
): Promise<{ requestId: number; endMs: number } | null> {
  const pair = { family: families[family] as Family, caregiver: caregivers[caregiver] as Caregiver }
  const slots = await listFreeSlots(deps, pair.caregiver, { from: -daysAgo - SEARCH_DAYS, to: -daysAgo })
  const hours = pickHours(random, slots)
  if (!hours) return null
  const { id } = await bookInThePast(deps, { ...pair, hours })
  return { requestId: id, endMs: hours.endMs }
}

async function addDemoDispute(demo: DemoData, dispute: DemoDispute): Promise<void> {
  const booked = await addPastBooking(demo, dispute)
  if (!booked) return
  const { deps, families, adminId } = demo
  const family = families[dispute.family] as Family
  const isNew = dispute.family === 0 && dispute.caregiver === 0
  // The newest dispute publishes its events, so that the caregiver and admins have notifications.
  const opened = isNew ? deps : backdate(deps, new Date(booked.endMs + 9 * HOUR_MS))
  const { id, booking } = await withTransaction(deps.database, (transaction) =>
    openDispute(transaction, opened, family.id, {
      booking_request: booked.requestId,
      type: dispute.type,
      reason: dispute.reason,
      ...(dispute.other && { other_type_text: dispute.other }),
    }),
  )
  if (dispute.evidence) await addPicture(opened, family.id, id, dispute.evidence)
  const admin: Actor = {
    id: adminId,
    role: 'admin',
    staffRole: 'admin',
    sessionId: 'demo',
    mustSetUpTwoStep: false,
  }
  const asked = backdate(deps, new Date(opened.clock.now().getTime() + DAY_MS / 2))
  const sides = { caretaker: family.id, caregiver: (demo.caregivers[dispute.caregiver] as Caregiver).id }
  for (const question of dispute.asked ?? []) await addQuestion(asked, admin, sides, { id, ...question })
  for (const [index, step] of dispute.steps.entries()) {
    const past = backdate(deps, new Date(opened.clock.now().getTime() + (index + 1) * DAY_MS))
    // Refunds still need their job.
    const then = { ...past, jobs: { ...past.jobs, add: deps.jobs.add } }
    await applyStep(then, admin, step, { id, priceUsd: booking.total_price_usd })
  }
}

async function addPicture(deps: Deps, familyId: number, disputeId: number, title: string): Promise<void> {
  const name = `${title.toLowerCase().replaceAll(' ', '-')}.png`
  const source = await drawSpecimen(title, 'Sent by the family')
  const uploads = [{ field: 'file', name, source, bytes: source.length }]
  await addEvidence(deps, familyId, disputeId, { uploads, caption: `Evidence file: ${name}` })
}

async function addQuestion(
  deps: Deps,
  admin: Actor,
  sides: Record<Side, number>,
  { id: disputeId, side, text, answer }: DemoQuestion & { id: number },
): Promise<void> {
  const answered = answer && { disputeId, questionId: undefined, text: answer }
  await withTransaction(deps.database, async (transaction) => {
    await askSide(transaction, deps, { actor: admin, address: ADDRESS }, { disputeId, side, text })
    if (answered) await answerQuestion(transaction, deps, { id: sides[side], role: side }, answered)
  })
}

function applyStep(deps: Deps, admin: Actor, step: Step, { id, priceUsd }: { id: number; priceUsd: number }) {
  if (step === 'escalate') return escalateDispute(deps, admin, ADDRESS, id)
  if ('reject' in step) return rejectDispute(deps, admin, ADDRESS, { id, resolution: step.reject })
  if ('close' in step) return closeDispute(deps, admin, ADDRESS, { id, refundUsd: 0, resolution: step.close })
  const refundUsd = Math.round(priceUsd * 50) / 100
  return closeDispute(deps, admin, ADDRESS, { id, refundUsd, resolution: step.refundHalf })
}
