/**
 * A free meeting of a family and a caregiver before they book: a request of the kind `meeting`, without money.
 * @see docs/rules/meetings.md
 */
import { z } from 'zod'
import { videoLink } from '../profiles/caregiver-body.ts'
import { SIGNUP_ROLES } from '../sign-in/accounts.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  queryInteger,
  text,
  zoneSchema,
} from '../wire.ts'
import { REJECT_REASONS } from './reject-reasons.ts'

export const MEETING_STATUSES = ['asked', 'accepted', 'declined', 'canceled', 'lapsed'] as const
export type MeetingStatus = (typeof MEETING_STATUSES)[number]

export const MEETING_WAYS = ['video', 'phone', 'in_person'] as const
export type MeetingWay = (typeof MEETING_WAYS)[number]
export const MEETING_WAY_LABELS: Record<MeetingWay, string> = {
  video: 'Video call',
  phone: 'Phone call',
  in_person: 'In person',
}

export const MEETING_MINUTES = [15, 30] as const
export type MeetingMinutes = (typeof MEETING_MINUTES)[number]
/** How many days ahead a meeting may begin. */
export const MEETING_AHEAD_MAXIMUM_DAYS = 30
export const MEETING_PLACE_MAXIMUM = 200
export const MEETING_NOTE_MAXIMUM = 500

const way = z.enum(MEETING_WAYS, { error: 'Choose how to meet' })
const CHOOSE_LENGTH = { error: 'Choose 15 or 30 minutes' }

export const meetingBody = z
  .strictObject({
    caregiver_id: idSchema,
    start_utc: z.iso.datetime({ error: 'Choose a time' }),
    minutes: z.literal(MEETING_MINUTES, CHOOSE_LENGTH),
    /** The family's, in which mails give the time. */
    timezone: zoneSchema,
    way,
    /** Where to meet in person; not kept otherwise. */
    place: text('Place', MEETING_PLACE_MAXIMUM)
      .transform((value) => value.trim())
      .optional(),
    note: text('Note', MEETING_NOTE_MAXIMUM)
      .transform((value) => value.trim())
      .optional(),
  })
  .refine(({ way, place }) => way !== 'in_person' || place, { path: ['place'], error: 'Enter where to meet' })
export type MeetingBody = z.infer<typeof meetingBody>

/**
 * The caregiver accepts or declines what a family asked for; either side cancels a meeting that has not begun. A
 * caregiver who accepts a video call without a `video_link` sends the one of their last.
 */
export const meetingAnswerBody = z
  .strictObject({
    status: z.enum(['accepted', 'declined', 'canceled'], {
      error: 'Status must be accepted, declined or canceled',
    }),
    reason: z.enum(REJECT_REASONS, { error: 'Choose a reason from the list' }).optional(),
    video_link: videoLink.optional(),
  })
  .refine(({ status, reason }) => status === 'declined' || reason === undefined, {
    path: ['reason'],
    error: 'Only a decline has a reason',
  })
export type MeetingAnswer = z.infer<typeof meetingAnswerBody>

export const meetingResponse = z.object({
  kind: z.literal('meeting'),
  id: idSchema,
  caregiver: idSchema,
  caregiver_name: z.string(),
  caregiver_avatar: z.string().nullable(),
  caretaker: idSchema,
  caretaker_name: z.string(),
  caretaker_avatar: z.string().nullable(),
  status: z.enum(MEETING_STATUSES),
  /** Why the caregiver declined; null if they gave no reason. */
  decline_reason: z.enum(REJECT_REASONS).nullable(),
  /** Who canceled; null also if Tendwell did. */
  canceled_by: z.enum(SIGNUP_ROLES).nullable(),
  start_utc: instantSchema,
  end_utc: instantSchema,
  timezone: z.string(),
  way,
  /** Where to meet in person. Empty otherwise, and once the meeting is over. */
  place: z.string(),
  /** The link of an accepted video call until it is over, else empty. To its caregiver before the answer: the last one they gave. */
  video_link: z.string(),
  /** The other side's number: of an accepted phone call, until a day after it. */
  phone_number: z.string().nullable(),
  note: z.string(),
  asked_at: instantSchema,
  /** Whether the two sides may write to each other now. */
  can_message: z.boolean(),
  /** Whether the caller has blocked the other side. */
  has_blocked: z.boolean(),
  /** Whether the caregiver has a page now that the family can open. */
  is_caregiver_listed: z.boolean(),
})
export type Meeting = z.infer<typeof meetingResponse>

/** `waiting` for an answer, accepted and not over (`upcoming`), or `past`: over, declined, canceled or lapsed. */
export const MEETING_TIMES = ['waiting', 'upcoming', 'past'] as const
export type MeetingTime = (typeof MEETING_TIMES)[number]

const MEETINGS_PAGE_SIZE = 5
export const meetingsQuery = z.strictObject({
  when: z.enum(MEETING_TIMES, { error: 'When must be waiting, upcoming or past' }),
  ...pageQuery(MEETINGS_PAGE_SIZE),
})

export const meetingTimesQuery = z.strictObject({
  caregiver_id: queryInteger('Caregiver', { min: 1, max: 999_999_999 }),
  /** A date of `timezone`. Without it, times of all days ahead are listed. */
  date: localDateSchema.optional(),
  minutes: z
    .enum(['15', '30'], CHOOSE_LENGTH)
    .transform((value): MeetingMinutes => (value === '15' ? 15 : 30)),
  timezone: zoneSchema,
})

/** When a meeting can begin, and when it then ends, by start. */
export const meetingTimesResponse = z.object({
  times: z.array(z.object({ start_utc: instantSchema, end_utc: instantSchema })),
})
export type MeetingTimes = z.infer<typeof meetingTimesResponse>
