import type { DisputeType } from '@tendwell/contract/reference'
import type { Deps } from '../deps.ts'
import { releaseRequest } from '../features/bookings/index.ts'
import {
  addEvidence,
  closeDispute,
  escalateDispute,
  openDispute,
  rejectDispute,
} from '../features/disputes/index.ts'
import type { Actor } from '../platform/access.ts'
import { withTransaction } from '../platform/database.ts'
import { type Caregiver, drawSpecimen, type Family } from './accounts.ts'
import { backdate } from './backdate.ts'
import { bookInThePast, freeHours, pickHours } from './bookings.ts'
import type { Random } from './random.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Within these days a booking is looked for. */
const SEARCH_DAYS = 9
const ADDRESS = '127.0.0.1'

type Step = 'escalate' | 'reject' | 'close' | 'refund half'

/** A dispute that is to have been: about a booking that ended at least so many days ago. */
type Quarrel = {
  family: number
  caregiver: number
  daysAgo: number
  type: DisputeType
  other?: string
  reason: string
  evidence?: string
  steps: readonly Step[]
}

/** The first ones are about the demo's own logins, so that each of them meets every status. */
const QUARRELS: readonly Quarrel[] = [
  {
    family: 0,
    caregiver: 2,
    daysAgo: 17,
    type: 'communication',
    reason:
      'We were told by text ten minutes before the start that the evening would be an hour shorter. Nobody had asked us, and we could not reach anyone by telephone.',
    steps: ['reject'],
  },
  {
    family: 0,
    caregiver: 1,
    daysAgo: 13,
    type: 'service_quality',
    reason:
      'The second half of the afternoon was spent on the telephone while our son played alone. We had agreed on time outdoors. We would like half of the price back.',
    evidence: 'Messages of that afternoon',
    steps: ['escalate', 'refund half'],
  },
  {
    family: 1,
    caregiver: 0,
    daysAgo: 12,
    type: 'payment',
    reason: 'Two hours were charged although we had agreed on one and a half.',
    steps: ['escalate', 'close'],
  },
  {
    family: 0,
    caregiver: 3,
    daysAgo: 6,
    type: 'other',
    other: 'A spare key',
    reason:
      'The spare key was not handed back after the last visit, and our messages about it stayed unanswered.',
    evidence: 'Photograph of the key ring',
    steps: ['escalate'],
  },
  {
    family: 2,
    caregiver: 0,
    daysAgo: 5,
    type: 'schedule',
    reason:
      'The agreed start was eight; the bell rang at twenty to nine. We missed an appointment because of it.',
    steps: ['escalate'],
  },
  {
    family: 4,
    caregiver: 7,
    daysAgo: 3,
    type: 'service_quality',
    reason: 'The written notes that the profile promises never came, although we asked for them twice.',
    steps: [],
  },
  {
    family: 0,
    caregiver: 0,
    daysAgo: 1,
    type: 'schedule',
    reason:
      'The visit ended forty minutes early, without a word before. We should like to pay for the hours that were given.',
    evidence: 'Doorbell record',
    steps: [],
  },
]

/** The caregivers of more bookings of the demo's family that have ended and wait for their review. */
const UNREVIEWED = [4, 5, 6, 8, 9] as const

type Stage = {
  deps: Deps
  random: Random
  caregivers: readonly Caregiver[]
  families: readonly Family[]
  adminId: number
}

/** Disputes in every state, by the real commands at their times, and bookings that wait for a review. */
export async function addDisputes(stage: Stage): Promise<void> {
  for (const quarrel of QUARRELS) await addQuarrel(stage, quarrel)
  for (const caregiver of UNREVIEWED) {
    const booked = await bookEnded(stage, { family: 0, caregiver, daysAgo: 4 + caregiver })
    if (booked) await releaseRequest(backdate(stage.deps, stage.deps.clock.now()), booked.requestId)
  }
}

/** A booking whose hours ended at least so many days ago; null where she had none free. */
async function bookEnded(
  { deps, random, caregivers, families }: Stage,
  { family, caregiver, daysAgo }: { family: number; caregiver: number; daysAgo: number },
): Promise<{ requestId: number; endMs: number } | null> {
  const pair = { family: families[family] as Family, caregiver: caregivers[caregiver] as Caregiver }
  const slots = await freeHours(deps, pair.caregiver, { from: -daysAgo - SEARCH_DAYS, to: -daysAgo })
  const hours = pickHours(random, slots)
  if (!hours) return null
  const { id } = await bookInThePast(deps, { ...pair, hours })
  return { requestId: id, endMs: hours.endMs }
}

async function addQuarrel(stage: Stage, quarrel: Quarrel): Promise<void> {
  const booked = await bookEnded(stage, quarrel)
  if (!booked) return
  const { deps, families, adminId } = stage
  const family = families[quarrel.family] as Family
  const isNew = quarrel.family === 0 && quarrel.caregiver === 0
  // The newest is told as it would be today.
  const opened = isNew ? deps : backdate(deps, new Date(booked.endMs + 9 * HOUR_MS))
  const { id, booking } = await withTransaction(deps.database, (transaction) =>
    openDispute(transaction, opened, family.id, {
      booking_request: booked.requestId,
      type: quarrel.type,
      reason: quarrel.reason,
      ...(quarrel.other && { other_type_text: quarrel.other }),
    }),
  )
  if (quarrel.evidence) await addPicture(opened, family.id, id, quarrel.evidence)
  const admin: Actor = { id: adminId, role: 'admin', sessionId: 'demo' }
  for (const [index, step] of quarrel.steps.entries()) {
    const past = backdate(deps, new Date(opened.clock.now().getTime() + (index + 1) * DAY_MS))
    // What is refunded is asked of the provider as ever.
    const then = { ...past, jobs: { ...past.jobs, add: deps.jobs.add } }
    await take(then, admin, step, { id, priceUsd: booking.total_price_usd })
  }
}

async function addPicture(deps: Deps, familyId: number, disputeId: number, title: string): Promise<void> {
  const name = `${title.toLowerCase().replaceAll(' ', '-')}.png`
  const source = await drawSpecimen(title, 'What the family sent')
  const uploads = [{ field: 'file', name, source, bytes: source.length }]
  await addEvidence(deps, familyId, disputeId, { uploads, caption: `Evidence file: ${name}` })
}

function take(deps: Deps, admin: Actor, step: Step, { id, priceUsd }: { id: number; priceUsd: number }) {
  if (step === 'escalate') return escalateDispute(deps, admin, ADDRESS, id)
  if (step === 'reject') return rejectDispute(deps, admin, ADDRESS, id)
  const refundUsd = step === 'close' ? 0 : Math.round(priceUsd * 50) / 100
  return closeDispute(deps, admin, ADDRESS, { id, refundUsd })
}
