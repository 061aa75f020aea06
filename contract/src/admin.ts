import { z } from 'zod'
import { VERIFICATION_STATUSES } from './profiles.ts'
import { idSchema, instantSchema, localDateSchema, pageQuery, text } from './wire.ts'

export const verificationListQuery = z.strictObject({
  q: text('Search', 200).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  status: z.enum(VERIFICATION_STATUSES, { error: 'Unknown status' }).default('pending'),
  ...pageQuery(50),
})

/** Document links expire in 10 minutes; opening one is audited (decisions §3). */
export const adminCaregiver = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  id_front: z.string().nullable(),
  id_back: z.string().nullable(),
  certificate: z.string().nullable(),
  joined: instantSchema,
  verification_status: z.enum(VERIFICATION_STATUSES),
})
export type AdminCaregiver = z.infer<typeof adminCaregiver>

/** Rejecting needs a reason on the server too (decisions §9). */
export const verificationBody = z
  .strictObject({
    verification_status: z.enum(['verified', 'rejected', 'flagged'], {
      error: 'Unknown verification status',
    }),
    rejection_reason: text('Rejection Reason', 1_000).default(''),
    admin_notes: text('Admin notes', 2_000).default(''),
  })
  .refine((body) => body.verification_status !== 'rejected' || body.rejection_reason.trim() !== '', {
    path: ['rejection_reason'],
    error: 'Rejection Reason is required',
  })
export const verificationResponse = z.object({
  message: z.string(),
  verification_status: z.enum(VERIFICATION_STATUSES),
})
