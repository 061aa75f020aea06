/** A person's own data: consent, export, and closing the account. @see docs/rules/own-data.md */
import { z } from 'zod'
import { PRIVACY_VERSION, TERMS_VERSION } from '../reference.ts'
import { idSchema, instantSchema, localDateSchema, pageQuery } from '../wire.ts'

export const CONSENT_DOCUMENTS = ['terms', 'privacy'] as const
export type ConsentDocument = (typeof CONSENT_DOCUMENTS)[number]

const consent = z.object({ version: localDateSchema, at: instantSchema }).nullable()

/** The versions that the caller last agreed to; null if that was never recorded. */
export const consentsResponse = z.object({
  terms: consent,
  privacy: consent,
  /**
   * Whether the caller should be asked to agree: there is a newer version of either, or a family or caregiver
   * never agreed to one.
   */
  is_outdated: z.boolean(),
})
export type Consents = z.infer<typeof consentsResponse>

const reload = { error: 'Please reload the page to see the newest version' }
export const consentsBody = z.strictObject({
  terms_version: z.literal(TERMS_VERSION, reload),
  privacy_version: z.literal(PRIVACY_VERSION, reload),
})

/** How long a prepared export can be downloaded. */
export const EXPORT_HOURS = 24
/** How long a closed account can be opened again, before it is erased. */
export const REOPEN_DAYS = 14

export const exportBody = z.strictObject({ format: z.literal('zip', { error: 'Choose zip' }) })

/** `none`: never asked for, or deleted after 24 hours. */
export const EXPORT_STATES = ['none', 'preparing', 'ready', 'failed'] as const
export const exportResponse = z.object({
  state: z.enum(EXPORT_STATES),
  requested_at: instantSchema.nullable(),
  /** When an export that is ready is deleted. */
  expires_at: instantSchema.nullable(),
  bytes: z.int().nullable(),
})
/** A path that downloads a ready export in this browser, for 10 minutes. */
export const exportLinkResponse = z.object({ url: z.string() })
export type DataExport = z.infer<typeof exportResponse>

export const OBSTACLES = [
  'bookings',
  'money',
  'refunds',
  'payouts',
  'disputes',
  'chargebacks',
  'last_admin',
] as const
export type Obstacle = (typeof OBSTACLES)[number]

export const closingResponse = z.object({
  /** What has to be settled first, as sentences. */
  obstacles: z.array(z.object({ kind: z.enum(OBSTACLES), message: z.string() })),
  /** Requests that are closed with the account. */
  open_requests: z.int(),
  /** When everything would be erased. */
  erased_at: instantSchema,
})
export type ClosingPreview = z.infer<typeof closingResponse>

export const closeBody = z.strictObject({
  /** The account's own address, typed to confirm. */
  email: z
    .string({ error: 'Type your email to confirm' })
    .max(254, { error: 'That’s not the email on your account' }),
})
export const closeResponse = z.object({ message: z.string(), erased_at: instantSchema })

export const reopenBody = z.strictObject({
  token: z.string({ error: 'This link is not valid' }).min(1).max(200),
})
export const reopenResponse = z.object({
  message: z.string(),
  /** Whether the person can log in; false while staff keep the account deactivated or suspended. */
  is_active: z.boolean(),
})

export const erasuresQuery = z.strictObject({ ...pageQuery(20) })
/** The record of an account's erasure, which names the person by id only. */
export const erasureResponse = z.object({
  id: idSchema,
  user_id: idSchema,
  closed_at: instantSchema,
  started_at: instantSchema,
  /** Since when only evidence of open reports and disputes is left; null without any. */
  held_at: instantSchema.nullable(),
  /** When the erasure was finished; null while it is under way. */
  finished_at: instantSchema.nullable(),
  /** How many rows of each table were erased or cleaned, and how many files. */
  counts: z.record(z.string(), z.int()),
})
export type Erasure = z.infer<typeof erasureResponse>
