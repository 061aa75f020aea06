import { z } from 'zod'
import { nameSchema } from '../people/names.ts'
import { emailSchema, mailedToken } from '../sign-in/accounts.ts'
import { idSchema, instantSchema } from '../wire.ts'

/** How many references a caregiver can have. */
export const REFERENCES_MAXIMUM = 3
/** For how many days a referee can answer. */
export const REFERENCE_DAYS = 30
/** After how many days a referee may be mailed again. */
export const REFERENCE_PAUSE_DAYS = 7
export const REFEREE_NAME_MAXIMUM = 80
/** The most years that a caregiver and a referee can have known each other. */
export const KNOWN_YEARS_MAXIMUM = 60

export const REFERENCE_RELATIONS = ['family', 'employer', 'colleague', 'trainer'] as const
export type ReferenceRelation = (typeof REFERENCE_RELATIONS)[number]

/** Who a referee is: in the caregiver's words, and as the referee is asked. */
export const RELATION_WORDS: Readonly<Record<ReferenceRelation, { label: string; toReferee: string }>> = {
  family: { label: 'Family I worked for', toReferee: 'They worked for your family' },
  employer: { label: 'Employer or agency', toReferee: 'You were their employer or agency' },
  colleague: { label: 'Colleague', toReferee: 'You worked together' },
  trainer: { label: 'Teacher or trainer', toReferee: 'You taught or trained them' },
}

/** `Less than a year`, `1 year`, `3 years`. */
export function describeKnownYears(years: number): string {
  if (years === 0) return 'Less than a year'
  return years === 1 ? '1 year' : `${years} years`
}

const YEARS_ERROR = `Years must be a whole number from 0 to ${KNOWN_YEARS_MAXIMUM}`

/** What a caregiver says about a referee. */
export const referenceBody = z.strictObject({
  name: nameSchema(REFEREE_NAME_MAXIMUM),
  email: emailSchema,
  relation: z.enum(REFERENCE_RELATIONS, { error: 'Choose how you know each other' }),
  years: z
    .int({ error: YEARS_ERROR })
    .min(0, { error: YEARS_ERROR })
    .max(KNOWN_YEARS_MAXIMUM, { error: YEARS_ERROR }),
})
export type ReferenceBody = z.infer<typeof referenceBody>

/**
 * A reference as its caregiver sees it. A refusal looks like no answer: `asked` until the time to answer is over,
 * then `not_confirmed`.
 * @see docs/rules/profiles-and-files.md#references
 */
export const ownReference = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  relation: z.enum(REFERENCE_RELATIONS),
  years: z.int(),
  state: z.enum(['asked', 'confirmed', 'not_confirmed']),
  asked_at: instantSchema,
  /** From when the referee can be asked again; null once they have confirmed. */
  can_ask_from: instantSchema.nullable(),
})
export type OwnReference = z.infer<typeof ownReference>

export const ownReferences = z.object({ references: z.array(ownReference) })

/** The token of the link in the mail to a referee. */
export const refereeToken = z.strictObject({
  token: mailedToken({ required: 'This link is not valid', invalid: 'This link is not valid' }),
})

export const refereeAnswerBody = refereeToken.extend({
  confirms: z.boolean({ error: 'Choose whether you confirm' }),
})

/** What a referee is asked. */
export const refereeQuestion = z.object({
  caregiver_name: z.string(),
  /** The referee's name, as the caregiver gave it. */
  name: z.string(),
  relation: z.enum(REFERENCE_RELATIONS),
  years: z.int(),
  /** What the referee answered; null before. */
  confirms: z.boolean().nullable(),
  /** Until when the referee can answer, and change the answer. */
  answer_until: instantSchema,
  is_over: z.boolean(),
})
export type RefereeQuestion = z.infer<typeof refereeQuestion>

/** A reference as staff see it, without the referee's email. */
export const staffReference = z.object({
  id: idSchema,
  name: z.string(),
  relation: z.enum(REFERENCE_RELATIONS),
  years: z.int(),
  /** Null without an answer. */
  confirms: z.boolean().nullable(),
  asked_at: instantSchema,
})
