import type { DisputeStep } from '@tendwell/contract/console/disputes'
import { usdFromCents } from '@tendwell/contract/money'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { disputeQuestions, listDisputeRefunds } from '../../disputes/index.ts'
import { isFinished } from '../../payments/index.ts'
import { auditLog, users } from '../../people/index.ts'

type Step = Pick<DisputeStep, 'at' | 'event'> & Partial<DisputeStep>

const DECISIONS = {
  'dispute.escalate': 'escalated',
  'dispute.reject': 'rejected',
  'dispute.close': 'closed',
} as const

/** What happened to a dispute, oldest first. Steps of one moment keep the order below. */
export async function listSteps(
  reader: Reader,
  dispute: Dispute,
  { caretakerId, caregiverId, endedBy }: { caretakerId: number; caregiverId: number; endedBy: string | null },
): Promise<DisputeStep[]> {
  const { parties, opened_at, ended_at, evidence, questions } = dispute
  const people = {
    caretaker: { id: caretakerId, name: parties.caretaker.name },
    caregiver: { id: caregiverId, name: parties.caregiver.name },
  } satisfies Record<Side, { id: number; name: string }>
  const askedBy = await findAuthors(reader, dispute.id)
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
      { at: asked_at, event: 'question_asked', by: askedBy.get(id) ?? null, detail: side },
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

async function findAuthors(
  reader: Reader,
  disputeId: number,
): Promise<Map<number, { id: number; name: string }>> {
  const rows = await reader
    .select({ question: disputeQuestions.id, id: users.id, name: users.fullName })
    .from(disputeQuestions)
    .innerJoin(users, eq(users.id, disputeQuestions.authorId))
    .where(eq(disputeQuestions.disputeId, disputeId))
  return new Map(rows.map(({ question, ...author }) => [question, author]))
}

/** The steps that staff took, from the audit log. */
async function listDecisions(reader: Reader, { id, ended_at: endedAt }: Dispute): Promise<Step[]> {
  const actions = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]
  const rows = await reader
    .select({ at: auditLog.at, action: auditLog.action, id: users.id, name: users.fullName })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subject, `dispute:${id}`), inArray(auditLog.action, actions)))
    .orderBy(asc(auditLog.id))
  return rows.map(({ at, action, ...by }) => {
    const event = DECISIONS[action as keyof typeof DECISIONS]
    // The end's own time, because the entry is written after the refund.
    return { at: (event !== 'escalated' && endedAt) || at.toISOString(), event, by }
  })
}

/**
 * When the refund that closing the dispute made was asked for, and when it was sent or the family's bank gave
 * it back itself.
 */
async function listRefundSteps(reader: Reader, { id, booking }: Dispute): Promise<Step[]> {
  const made = await listDisputeRefunds(reader, { id, requestId: booking.id })
  return made.flatMap((refund): Step[] => {
    const amount_usd = usdFromCents(refund.amountCents)
    const requested: Step = { at: refund.createdAt.toISOString(), event: 'refund_requested', amount_usd }
    if (!isFinished(refund)) return [requested]
    const event = refund.status === 'succeeded' ? 'refund_sent' : 'refund_taken_back'
    return [requested, { at: refund.updatedAt.toISOString(), event, amount_usd }]
  })
}
