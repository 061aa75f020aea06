import type { DisputeType } from '@tendwell/contract/safety/dispute-types'
import type { Side } from '@tendwell/contract/sign-in/accounts'

/**
 * A dispute about a booking that ended at least `daysAgo` days ago, of the people at these places in the
 * lists.
 */
export type DemoDispute = {
  family: number
  caregiver: number
  daysAgo: number
  type: DisputeType
  /** What a dispute of the type `other` is about. */
  otherType?: string
  reason: string
  /** The title of a picture. */
  evidence?: string
  /** What staff asked half a day later, and the answers. */
  questions?: readonly { side: Side; text: string; answer?: string }[]
  /** Whether it publishes its events, so that the caregiver and admins have notifications. */
  isNew?: true
} & (
  | { status: 'submitted' | 'escalated' }
  | { status: 'rejected'; resolution: string }
  | { status: 'closed'; resolution: string; refundedShare: number }
)

export const DISPUTES: readonly DemoDispute[] = [
  {
    family: 0, caregiver: 2, daysAgo: 17, type: 'communication', status: 'rejected',
    reason:
      'Ten minutes before the start we got a text saying the evening would be an hour shorter. We hadn’t agreed to that, and no one picked up when we called.',
    resolution:
      'The caregiver wrote to you two days before that the evening would be shorter, and you agreed in the chat. You were charged for the shorter time only.',
  },
  {
    family: 0, caregiver: 1, daysAgo: 13, type: 'service_quality', status: 'closed', refundedShare: 0.5,
    reason:
      'The caregiver spent the second half of the afternoon on the phone while our son played alone. We had agreed on time outdoors. We’d like half of the price back.',
    evidence: 'Messages from that afternoon',
    resolution:
      'The messages show that you had agreed on time outdoors, and the caregiver confirmed the long call. We’re refunding half of the price.',
  },
  {
    family: 1, caregiver: 0, daysAgo: 12, type: 'payment', status: 'closed', refundedShare: 0,
    reason: 'We were charged for two hours, but we had agreed on an hour and a half.',
    resolution:
      'The request that both of you agreed to was for two hours, so the price is right. Nothing is refunded.',
  },
  {
    family: 0, caregiver: 3, daysAgo: 6, type: 'other', otherType: 'A spare key', status: 'escalated',
    reason: 'We never got our spare key back after the last visit, and no one answers our messages about it.',
    evidence: 'Photo of the key ring',
    questions: [
      {
        side: 'caregiver',
        text: 'Do you still have the family’s spare key? If you gave it back, when and to whom?',
        answer: 'I put it in their letterbox on my way out, in an envelope with their name on it.',
      },
      { side: 'caretaker', text: 'Did anyone else empty your letterbox that week?' },
    ],
  },
  {
    family: 2, caregiver: 0, daysAgo: 5, type: 'schedule', status: 'escalated',
    reason: 'We agreed on 8:00, but the caregiver showed up at 8:40. We missed an appointment because of it.',
  },
  {
    family: 4, caregiver: 7, daysAgo: 3, type: 'service_quality', status: 'submitted',
    reason: 'The profile promises a written log of every visit. We asked twice and never got one.',
  },
  {
    family: 0, caregiver: 0, daysAgo: 1, type: 'schedule', status: 'submitted', isNew: true,
    reason:
      'The visit ended forty minutes early without any notice. We’d like to pay only for the time we got.',
    evidence: 'Doorbell camera',
  },
] // biome-ignore format: texts to read
