import type { DisputeStep } from '@tendwell/contract/console/disputes'
import { usdFromCents } from '@tendwell/contract/money'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import type { Reader } from '../../../platform/database/database.ts'
import { listDisputeRefunds, listQuestionAuthors } from '../../disputes/index.ts'
import { isFinished } from '../../payments/index.ts'
import { findNames, listAuditEntries } from '../../people/index.ts'

/** A step, without the fields that are null for it. */
type Step = Pick<DisputeStep, 'at' | 'event'> & Partial<DisputeStep>

/** The event in the timeline for each decision of staff in the audit log. */
const DECISION_EVENTS = {
  'dispute.escalate': 'escalated',
  'dispute.reject': 'rejected',
  'dispute.close': 'closed',
} as const

/**
 * What happened to a dispute, oldest first. Steps of the same time stay in the order in which they are
 * listed.
 */
export async function listDisputeSteps(
  reader: Reader,
  dispute: Dispute,
  { familyId, caregiverId, endedBy }: { familyId: number; caregiverId: number; endedBy: string | null },
): Promise<DisputeStep[]> {
  const { parties, opened_at, ended_at, evidence, questions } = dispute
  const people = {
    caretaker: { id: familyId, name: parties.caretaker.name },
    caregiver: { id: caregiverId, name: parties.caregiver.name },
  } satisfies Record<Side, { id: number; name: string }>
  const questionAuthors = await findQuestionAuthors(reader, dispute.id)
  const steps: Step[] = [
    { at: opened_at, event: 'opened', by: people.caretaker },
    ...evidence.map(
      (file): Step => ({
        at: file.uploaded_at,
        event: 'evidence_added',
        by: people[file.uploaded_by],
        detail: file.caption,
      }),
    ),
    ...questions.flatMap(({ id, side, asked_at, answers }): Step[] => [
      { at: asked_at, event: 'question_asked', by: questionAuthors.get(id) ?? null, detail: side },
      ...answers.map(({ answered_at }): Step => ({ at: answered_at, event: 'answered', by: people[side] })),
    ]),
    ...(await listDecisions(reader, dispute)),
    ...(ended_at && endedBy === 'caretaker'
      ? [{ at: ended_at, event: 'closed' as const, by: people.caretaker }]
      : []),
    ...(await listRefundSteps(reader, dispute)),
  ]
  return steps
    .map(({ at, event, by = null, detail = null, amount_usd = null }) => ({
      at,
      event,
      by,
      detail,
      amount_usd,
    }))
    .sort((one, other) => one.at.localeCompare(other.at))
}

type Author = { id: number; name: string }

/** Who asked each question, by the question's id. */
async function findQuestionAuthors(reader: Reader, disputeId: number): Promise<Map<number, Author>> {
  const authors = await listQuestionAuthors(reader, disputeId)
  const names = await findNames(reader, [...authors.values()])
  return new Map([...authors].map(([question, id]) => [question, { id, name: names.get(id) ?? '' }]))
}

/** The steps that staff took, from the audit log. */
async function listDecisions(reader: Reader, { id, ended_at: endedAt }: Dispute): Promise<Step[]> {
  const actions = Object.keys(DECISION_EVENTS) as (keyof typeof DECISION_EVENTS)[]
  const entries = await listAuditEntries(reader, actions, { subjects: [`dispute:${id}`] })
  const names = await findNames(
    reader,
    entries.map(({ actorId }) => actorId),
  )
  return entries.flatMap(({ at, action, actorId }): Step[] => {
    if (actorId === null) return []
    const event = DECISION_EVENTS[action as keyof typeof DECISION_EVENTS]
    const by = { id: actorId, name: names.get(actorId) ?? '' }
    // A decision that ended the dispute has the time of that end. Its audit entry is written a little later.
    return [{ at: (event !== 'escalated' && endedAt) || at.toISOString(), event, by }]
  })
}

/**
 * The steps of the refunds that closing the dispute made: requested, and then sent, or given to the family by
 * its bank instead.
 */
async function listRefundSteps(reader: Reader, { id, booking }: Dispute): Promise<Step[]> {
  const refunds = await listDisputeRefunds(reader, { id, requestId: booking.id })
  return refunds.flatMap((refund): Step[] => {
    const amount_usd = usdFromCents(refund.amountCents)
    const requested: Step = { at: refund.createdAt.toISOString(), event: 'refund_requested', amount_usd }
    if (!isFinished(refund)) return [requested]
    const event = refund.status === 'succeeded' ? 'refund_sent' : 'refund_taken_back'
    return [requested, { at: refund.updatedAt.toISOString(), event, amount_usd }]
  })
}
