import { z } from 'zod'
import { idSchema, instantSchema, pageOf, pageQuery, requiredText, zoneSchema } from './wire.ts'

export const ROLES = ['caregiver', 'caretaker', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The roles a person can sign up for; an admin is made by a command alone (decisions §2). */
export const SIGNUP_ROLES = ['caregiver', 'caretaker'] as const

export const PASSWORD_MINIMUM = 8
export const PASSWORD_MAXIMUM = 128
export const CAREGIVER_NAME_MAXIMUM = 25
export const CARETAKER_NAME_MAXIMUM = 255

/** Addresses differ by letters' case nowhere in this product. */
export const emailSchema = requiredText('Email', 254)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email({ error: 'Enter a valid email' }))

/** A password being chosen: 8 to 128 characters, no composition rules, nothing trimmed (decisions §2). */
export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .refine((value) => value.trim() !== '', { error: 'Password is required', abort: true })
  .refine((value) => value.length >= PASSWORD_MINIMUM, {
    error: `Password must be at least ${PASSWORD_MINIMUM} characters`,
  })
  .refine((value) => value.length <= PASSWORD_MAXIMUM, {
    error: `Password must be at most ${PASSWORD_MAXIMUM} characters`,
  })

/** A password being checked: anything that may once have been chosen. */
const givenPasswordSchema = z
  .string({ error: 'Password is required' })
  .refine((value) => value.trim() !== '', { error: 'Password is required' })
  .max(PASSWORD_MAXIMUM * 4, { error: 'Password is too long' })

export const userSchema = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES),
  profile_complete: z.boolean(),
})
export type User = z.infer<typeof userSchema>

export const signupBody = z
  .strictObject({
    full_name: requiredText('Name', CARETAKER_NAME_MAXIMUM).transform((value) => value.trim()),
    email: emailSchema,
    password: newPasswordSchema,
    role: z.enum(SIGNUP_ROLES, { error: 'Choose Caregiver or Caretaker' }),
    timezone: zoneSchema.optional(),
  })
  .refine((body) => body.role !== 'caregiver' || body.full_name.length <= CAREGIVER_NAME_MAXIMUM, {
    path: ['full_name'],
    error: `Name must be at most ${CAREGIVER_NAME_MAXIMUM} characters`,
  })
export const signupResponse = z.object({ user: userSchema, message: z.string() })

export const loginBody = z.strictObject({ email: emailSchema, password: givenPasswordSchema })
export const sessionResponse = z.object({ user: userSchema, access: z.string(), refresh: z.string() })
export type SessionResponse = z.infer<typeof sessionResponse>

/** A token from a mailed link: what was never issued is simply not found. */
function mailedToken({ missing, wrong }: { missing: string; wrong: string }) {
  return z.string({ error: missing }).trim().min(1, { error: missing }).max(200, { error: wrong })
}

export const verifyEmailBody = z.strictObject({
  token: mailedToken({
    missing: 'Please enter a verification token',
    wrong: 'This verification link is not valid',
  }),
})
export const verifyEmailResponse = z.object({ user: userSchema })

export const resendVerificationBody = z.strictObject({ email: emailSchema })
export const resendVerificationResponse = z.object({ message: z.string(), is_verified: z.boolean() })

const refreshToken = z.string({ error: 'Refresh token is required' }).min(1).max(500)
export const refreshBody = z.strictObject({ refresh: refreshToken })
export const refreshResponse = z.object({ access: z.string(), refresh: z.string() })

export const logoutBody = z.strictObject({ refresh: refreshToken })

/** What a signed-out browser has to know before it shows a screen. */
export const authSettingsResponse = z.object({
  /** Null where the installation has no Google sign-in; the button then answers `Google authentication failed`. */
  google_client_id: z.string().nullable(),
})

export const googleBody = z.strictObject({
  /** Google's ID token. */
  credential: z.string({ error: 'Google authentication failed' }).min(1).max(8_192),
  /** Only for an address that has no account yet. */
  role: z.enum(SIGNUP_ROLES, { error: 'Choose Caregiver or Caretaker' }),
  timezone: zoneSchema.optional(),
})
export const googleResponse = sessionResponse.extend({ message: z.string() })

/** Two passwords that must be the same; the message stands at the second. */
function matching<Body extends { password: string; confirm_password: string }>(body: z.ZodType<Body, Body>) {
  return body.refine((given) => given.password === given.confirm_password, {
    path: ['confirm_password'],
    error: 'Confirm Password must match Password',
  })
}

const confirmPassword = z
  .string({ error: 'Confirm Password is required' })
  .min(1, { error: 'Confirm Password is required', abort: true })
  .max(PASSWORD_MAXIMUM * 4, { error: 'Confirm Password must match Password' })

export const passwordResetBody = z.strictObject({ email: emailSchema })

export const passwordResetConfirmBody = matching(
  z.strictObject({
    token: mailedToken({ missing: 'Invalid reset link', wrong: 'This reset link is not valid' }),
    password: newPasswordSchema,
    confirm_password: confirmPassword,
  }),
)

export const passwordChangeBody = matching(
  z.strictObject({
    current_password: givenPasswordSchema,
    password: newPasswordSchema,
    confirm_password: confirmPassword,
  }),
)

export const sessionsQuery = z.strictObject(pageQuery(20))

/** `{id}` of a session's path. */
export const sessionParams = z.strictObject({ id: z.uuid() })

/** One of a person's live sessions. */
export const deviceSessionSchema = z.object({
  id: z.uuid(),
  /** The browser and system in words, such as `Firefox on Windows`. */
  device: z.string(),
  /** The network address it was opened from. */
  address: z.string(),
  created_at: instantSchema,
  used_at: instantSchema,
  /** The session that asks. */
  is_current: z.boolean(),
})
export type DeviceSession = z.infer<typeof deviceSessionSchema>
export const sessionsResponse = pageOf(deviceSessionSchema)
