import type { DisputeEvent, DisputeStep } from '@tendwell/contract/console/disputes'
import { formatMoney } from '../../lib/format/format.ts'

type Describe = (step: DisputeStep & { who: string }) => string

const money = (usd: number | null) => formatMoney(usd ?? 0)

const descriptions: Record<DisputeEvent, Describe> = {
  opened: ({ who }) => `Opened by ${who}`,
  evidence_added: ({ who, detail }) =>
    `${who} added evidence${detail ? `: ${detail.replace(/^Evidence file: /, '')}` : ''}`,
  question_asked: ({ who, detail }) =>
    `${who} asked the ${detail === 'caregiver' ? 'caregiver' : 'family'} a question`,
  answered: ({ who }) => `${who} answered`,
  escalated: ({ who }) => `Escalated by ${who}`,
  rejected: ({ who }) => `Rejected by ${who}`,
  closed: ({ who }) => `Closed by ${who}`,
  refund_requested: ({ amount_usd: usd }) => `Refund of ${money(usd)} requested`,
  refund_sent: ({ amount_usd: usd }) => `Refund of ${money(usd)} sent`,
  refund_taken_back: ({ amount_usd: usd }) =>
    `The family’s bank gave ${money(usd)} of the refund back itself`,
}

/** When a step of a dispute was taken, and what it was, in one line. */
export function toDisputeStep(step: DisputeStep): { at: string; text: string } {
  return { at: step.at, text: descriptions[step.event]({ ...step, who: step.by?.name ?? 'Tendwell' }) }
}
