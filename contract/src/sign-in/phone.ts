import { z } from 'zod'

/** For how many minutes a code in a text message can be entered. */
export const PHONE_CODE_MINUTES = 10

/** The caller's own phone number. @see docs/rules/accounts.md#phone-numbers */
export const ownPhone = z.object({
  /** As it was saved; empty without one. */
  phone_number: z.string(),
  is_verified: z.boolean(),
  /** Whether text messages can be sent, so that a number can be verified. */
  can_verify: z.boolean(),
})
export type OwnPhone = z.infer<typeof ownPhone>

/** Spaces in the code are ignored. */
export const verifyPhoneBody = z.strictObject({
  phone_code: z
    .string({ error: 'Code is required' })
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the 6-digit code from our text message' })),
})
