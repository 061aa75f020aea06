/** Checks of single documents by staff. @see docs/rules/console.md#documents */
import { z } from 'zod'
import { addDays, type LocalDate } from './time.ts'
import { idSchema, instantSchema, localDateSchema, text } from './wire.ts'

export const DOCUMENT_KINDS = ['id_front', 'id_back', 'certificate'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_CHECK_RESULTS = ['ok', 'ask_again'] as const
export type DocumentCheckResult = (typeof DOCUMENT_CHECK_RESULTS)[number]

/** Staff is reminded of a document from this many days before its last day. */
export const DOCUMENT_EXPIRES_SOON_DAYS = 30

/** Whether a document whose last day is `expiresOn` has expired, or does so soon. */
export function toExpiryState(expiresOn: LocalDate, today: LocalDate): 'expired' | 'expiring' | 'valid' {
  if (expiresOn < today) return 'expired'
  return expiresOn <= addDays(today, DOCUMENT_EXPIRES_SOON_DAYS) ? 'expiring' : 'valid'
}

export const documentCheckParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  kind: z.enum(DOCUMENT_KINDS),
})

export const documentCheckBody = z
  .strictObject({
    /** The file the admin was shown; 409 when the caregiver has replaced it since. */
    file_id: z.uuid({ error: 'file_id is required' }),
    result: z.enum(DOCUMENT_CHECK_RESULTS, { error: 'Result must be ok or ask_again' }),
    /** Shown to the caregiver. Ignored for a document that is fine. */
    reason: text('Reason', 1_000)
      .transform((value) => value.trim())
      .default(''),
    /** The last day on which a document that is fine is valid. */
    expires_on: localDateSchema.nullable().default(null),
  })
  .refine(({ result, reason }) => result !== 'ask_again' || reason !== '', {
    path: ['reason'],
    error: 'Reason is required',
  })
  .refine(({ result, expires_on: date }) => result === 'ok' || date === null, {
    path: ['expires_on'],
    error: 'Only a document that is fine has an expiry date',
  })

/** The last check of a file. */
export const documentCheck = z.object({
  result: z.enum(DOCUMENT_CHECK_RESULTS),
  reason: z.string(),
  expires_on: localDateSchema.nullable(),
  checked_by: z.object({ id: idSchema, name: z.string() }),
  checked_at: instantSchema,
})
export type DocumentCheck = z.infer<typeof documentCheck>

export const documentCheckResponse = z.object({ message: z.string(), result: z.enum(DOCUMENT_CHECK_RESULTS) })
