/** Checks of single documents by staff. @see docs/rules/console.md#documents */
import { z } from 'zod'
import { CERTIFICATE_TITLE_MAXIMUM } from '../profiles/paper-checks.ts'
import { addDays, type LocalDate } from '../time.ts'
import { idSchema, instantSchema, localDateSchema, text } from '../wire.ts'

export const DOCUMENT_KINDS = ['id_front', 'id_back', 'certificate'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_CHECK_RESULTS = ['ok', 'ask_again'] as const
export type DocumentCheckResult = (typeof DOCUMENT_CHECK_RESULTS)[number]

/** The console lists a document from this many days before it expires. */
export const DOCUMENT_EXPIRES_SOON_DAYS = 30

/** Whether a document expires within 30 days, or has expired. */
export function expiresSoon(expiresOn: LocalDate, today: LocalDate): boolean {
  return expiresOn <= addDays(today, DOCUMENT_EXPIRES_SOON_DAYS)
}

export const documentCheckParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  kind: z.enum(DOCUMENT_KINDS),
})

/** From `expires_on` on, a document is no longer valid. */
const expiryFields = {
  expires_on: localDateSchema.nullable().default(null),
  /** A government ID needs an expiry date, unless this says that it has none. */
  never_expires: z.boolean({ error: 'never_expires must be true or false' }).default(false),
}
/** What a certificate is, as families read it: "First Aid certificate". Ignored for the sides of an ID. */
const titleSchema = text('Title', CERTIFICATE_TITLE_MAXIMUM)
  .transform((value) => value.trim())
  .default('')
const reasonSchema = text('Reason', 1_000)
  .transform((value) => value.trim())
  .default('')

export const documentCheckBody = z
  .strictObject({
    /** The file that staff were shown; 409 when the caregiver has replaced it since. */
    file_id: z.uuid({ error: 'file_id is required' }),
    result: z.enum(DOCUMENT_CHECK_RESULTS, { error: 'Result must be ok or ask_again' }),
    /** Shown to the caregiver. Ignored for a document that is fine. */
    reason: reasonSchema,
    title: titleSchema,
    ...expiryFields,
  })
  .refine(({ result, reason }) => result !== 'ask_again' || reason !== '', {
    path: ['reason'],
    error: 'Reason is required',
  })
  .refine(({ result, expires_on: date }) => result === 'ok' || date === null, {
    path: ['expires_on'],
    error: 'Only a document that is fine has an expiration date',
  })

/**
 * The last check of a file. Its expiry is that of the last check that found the document fine, because asking
 * for a new copy does not change how long the old one is valid.
 */
export const documentCheck = z.object({
  result: z.enum(DOCUMENT_CHECK_RESULTS),
  reason: z.string(),
  title: z.string(),
  expires_on: localDateSchema.nullable(),
  is_expired: z.boolean(),
  /** Whether the name or photo changed after the check, so that the document has to be checked again. */
  is_outdated: z.boolean(),
  checked_by: z.object({ id: idSchema, name: z.string() }),
  checked_at: instantSchema,
})
export type DocumentCheck = z.infer<typeof documentCheck>

export const documentCheckResponse = z.object({ message: z.string(), result: z.enum(DOCUMENT_CHECK_RESULTS) })

const renewalDecision = z.enum(['accept', 'decline'], { error: 'Decision must be accept or decline' })
export type RenewalDecision = z.infer<typeof renewalDecision>

/** A decision on the new file of a document. @see docs/rules/console.md#renewals */
export const renewalDecisionBody = z
  .strictObject({
    /**
     * The new file that staff were shown; 409 when the caregiver has replaced it since, or it was decided
     * on.
     */
    file_id: z.uuid({ error: 'file_id is required' }),
    decision: renewalDecision,
    /** Shown to the caregiver. Ignored for a renewal that is accepted. */
    reason: reasonSchema,
    title: titleSchema,
    ...expiryFields,
  })
  .refine(({ decision, reason }) => decision !== 'decline' || reason !== '', {
    path: ['reason'],
    error: 'Reason is required',
  })
export const renewalDecisionResponse = z.object({ message: z.string(), decision: renewalDecision })
