import { z } from 'zod'
import { nameSchema } from '../people/names.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from '../reference.ts'
import {
  idSchema,
  instantSchema,
  pageQuery,
  pageSchema,
  readerZone,
  requiredText,
  zoneSchema,
} from '../wire.ts'
import { appCodeSchema, passkeyAnswer, recoveryCodeSchema } from './two-step.ts'

export const ROLES = ['caregiver', 'caretaker', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * The roles that people can sign up for. Staff join by an invitation, or are made by a command.
 * @see docs/rules/accounts.md#roles
 */
export const SIGNUP_ROLES = ['caregiver', 'caretaker'] as const
/** The side of a request, a conversation or a dispute that a user is on. */
export type Side = (typeof SIGNUP_ROLES)[number]
/** Shown next to a name in messages and mails, so that no name can pass for ours. */
export const SIDE_NAMES: Readonly<Record<Side, string>> = { caretaker: 'Family', caregiver: 'Caregiver' }

/**
 * What a member of the staff may do: support answers for people, bookings and disputes, finance for money, an
 * admin for everything.
 * @see docs/rules/console.md#access
 */
export const STAFF_ROLES = ['support', 'finance', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const PASSWORD_MINIMUM = 8
export const PASSWORD_MAXIMUM = 128

/** Trims the address and makes it lower case. */
export const emailSchema = requiredText('Email', 254)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email({ error: 'Enter a valid email' }))

/**
 * A new password: 8 to 128 characters in NFC, no composition rules, not trimmed.
 * @see docs/rules/accounts.md#passwords
 */
export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .normalize('NFC')
  .refine((value) => value.trim() !== '', { error: 'Password is required', abort: true })
  .refine((value) => value.length >= PASSWORD_MINIMUM, {
    error: `Password must be at least ${PASSWORD_MINIMUM} characters`,
  })
  .refine((value) => value.length <= PASSWORD_MAXIMUM, {
    error: `Password must be at most ${PASSWORD_MAXIMUM} characters`,
  })

/** A password to check, bounded only to limit its size. */
const existingPasswordSchema = z
  .string({ error: 'Password is required' })
  .refine((value) => value.trim() !== '', { error: 'Password is required' })
  .max(PASSWORD_MAXIMUM * 4, { error: 'Password is too long' })

export const userSchema = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(ROLES),
  /** Only staff have one. */
  staff_role: z.enum(STAFF_ROLES).optional(),
  profile_complete: z.boolean(),
  /** Present for staff who can't use the console before they turn two-step sign-in on. */
  must_set_up_two_step: z.boolean().optional(),
})
export type User = z.infer<typeof userSchema>

/** A version that was published: the newest one or an older one. */
const publishedVersion = (newest: string, error: string) =>
  z.iso.date({ error }).refine((version) => version <= newest, { error })

/** The versions of the terms and the privacy page that the person agreed to. */
const acceptedVersions = {
  terms_version: publishedVersion(TERMS_VERSION, 'Unknown version of the terms').optional(),
  privacy_version: publishedVersion(PRIVACY_VERSION, 'Unknown version of the privacy page').optional(),
}

export const signupBody = z.strictObject({
  full_name: nameSchema(),
  email: emailSchema,
  password: newPasswordSchema,
  role: z.enum(SIGNUP_ROLES, { error: 'Choose Caregiver or Caretaker' }),
  timezone: zoneSchema.optional(),
  ...acceptedVersions,
})
export const signupResponse = z.object({
  user: userSchema,
  message: z.string(),
  /** The browser keeps it, to prove later that it signed up. It says nothing about the account. */
  verification_handle: z.string(),
})

export const loginBody = z.strictObject({
  email: emailSchema,
  password: existingPasswordSchema,
  timezone: readerZone,
})
export const sessionResponse = z.object({ user: userSchema, access: z.string(), refresh: z.string() })
export type SessionResponse = z.infer<typeof sessionResponse>

/**
 * The token of an emailed link. `required` and `invalid` are the errors for a missing and an overlong token.
 */
export function mailedToken({ required, invalid }: { required: string; invalid: string }) {
  return z.string({ error: required }).trim().min(1, { error: required }).max(200, { error: invalid })
}

export const verificationTokenSchema = mailedToken({
  required: 'Please enter a verification token',
  invalid: 'This verification link is not valid',
})

/** The handle that the browser got when it signed up. An unknown one counts as none. */
const verificationHandle = z.string().max(200).optional()

/** Verifies an address. @see docs/rules/accounts.md#email-verification */
export const verifyEmailBody = z.strictObject({
  token: verificationTokenSchema,
  verification_handle: verificationHandle,
})
export const verifyEmailResponse = z.object({
  user: userSchema,
  /** Present where the account has no password, because this browser did not sign up. */
  password_required: z.literal(true).optional(),
  /** Sets the password, once and within an hour. */
  setup_token: z.string().optional(),
})

/** The six digits that the verification mail has beside its link; spaces are ignored. */
export const emailCodeSchema = z
  .string({ error: 'Code is required' })
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the 6-digit code from our email' }))

/** Verifies an address by the mailed code, in the browser that signed up. */
export const verifyEmailCodeBody = z.strictObject({
  email: emailSchema,
  email_code: emailCodeSchema,
  verification_handle: z.string({ error: 'Sign up in this browser first' }).max(200),
})
export const verifyEmailCodeResponse = z.object({ user: userSchema })

/** Asks for the session of the browser that signed up. */
export const signupSessionBody = z.strictObject({ verification_handle: z.string().max(200) })

/** Sets the first password of an account that was verified without one. */
export const setupPasswordBody = z.strictObject({
  setup_token: mailedToken({ required: 'Setup token is required', invalid: 'This setup link is not valid' }),
  password: newPasswordSchema,
})
export const setupPasswordResponse = z.object({ user: userSchema })

export const resendVerificationBody = z.strictObject({
  email: emailSchema,
  verification_handle: verificationHandle,
})
export const resendVerificationResponse = z.object({ message: z.string(), is_verified: z.boolean() })

const refreshToken = z.string({ error: 'Refresh token is required' }).min(1).max(500)
export const refreshBody = z.strictObject({ refresh: refreshToken, timezone: readerZone })
export const refreshResponse = z.object({ access: z.string(), refresh: z.string() })

export const logoutBody = z.strictObject({ refresh: refreshToken })

/** The settings that a signed-out browser needs. */
export const authSettingsResponse = z.object({
  /** Null if Google sign-in is not configured; the button then answers `Google authentication failed`. */
  google_client_id: z.string().nullable(),
  /** Who runs this installation, for the terms and the privacy page. */
  operator_name: z.string().optional(),
  /** For how many hours an accepted request's hours are held for its family; 0: they aren't. For the terms. */
  hold_hours: z.number().optional(),
})

export const googleBody = z.strictObject({
  /** Google's ID token. */
  credential: z.string({ error: 'Google authentication failed' }).min(1).max(8_192),
  /** Used if the address has no account yet. */
  role: z.enum(SIGNUP_ROLES, { error: 'Choose Caregiver or Caretaker' }),
  timezone: zoneSchema.optional(),
  ...acceptedVersions,
})
export const googleResponse = sessionResponse.extend({ message: z.string() })

/** An account of another provider that the caller can log in with. */
export const linkedIdentitySchema = z.object({
  id: idSchema,
  provider: z.literal('Google'),
  linked_at: instantSchema,
  /** False while it is the caller's only way to log in. */
  can_remove: z.boolean(),
})
export type LinkedIdentity = z.infer<typeof linkedIdentitySchema>
export const identitiesQuery = z.strictObject(pageQuery(20))
export const identitiesResponse = pageSchema(linkedIdentitySchema)

/** A password, a Google ID token, or a second step. @see docs/rules/accounts.md#confirming-who-you-are */
export const reauthenticateBody = z
  .strictObject({
    password: existingPasswordSchema.optional(),
    credential: z.string({ error: 'Google authentication failed' }).min(1).max(8_192).optional(),
    passkey: passkeyAnswer.optional(),
    app_code: appCodeSchema.optional(),
    recovery_code: recoveryCodeSchema.optional(),
  })
  .refine((body) => Object.values(body).filter((proof) => proof !== undefined).length === 1, {
    path: ['password'],
    error: 'Password is required',
  })
export type ReauthenticateBody = z.infer<typeof reauthenticateBody>

const UNMATCHED = 'Confirm Password must match Password'

/** Requires that a new password and its repetition match. The error is on the repetition. */
function requireMatch<Body extends { password: string; confirm_password: string }>(
  body: z.ZodType<Body, Body>,
) {
  return body.refine((values) => values.password === values.confirm_password, {
    path: ['confirm_password'],
    error: UNMATCHED,
  })
}

const confirmPassword = z
  .string({ error: 'Confirm Password is required' })
  .normalize('NFC')
  .refine((password) => password.trim() !== '', { error: 'Confirm Password is required', abort: true })
  .max(PASSWORD_MAXIMUM * 4, { error: UNMATCHED })

export const passwordResetBody = z.strictObject({ email: emailSchema })

export const passwordResetConfirmBody = requireMatch(
  z.strictObject({
    token: mailedToken({ required: 'Invalid reset link', invalid: 'This reset link is not valid' }),
    password: newPasswordSchema,
    confirm_password: confirmPassword,
  }),
)

export const passwordChangeBody = requireMatch(
  z.strictObject({
    current_password: existingPasswordSchema,
    password: newPasswordSchema,
    confirm_password: confirmPassword,
  }),
)

export const sessionsQuery = z.strictObject(pageQuery(20))

/** The link in the email about a new login. @see docs/rules/accounts.md#sign-in-alerts */
export const endSessionBody = z.strictObject({
  token: mailedToken({ required: 'This link is not valid', invalid: 'This link is not valid' }),
})

export const sessionParams = z.strictObject({ id: z.uuid() })

/** One of the caller's live sessions. */
export const deviceSessionSchema = z.object({
  id: z.uuid(),
  /** The browser and system, such as `Firefox on Windows`. */
  device: z.string(),
  /** The network address from which it was opened. */
  address: z.string(),
  /** The English name of the country that the address is registered in; null if that is unknown. */
  country: z.string().nullable(),
  created_at: instantSchema,
  used_at: instantSchema,
  /** Whether the call was made in this session. */
  is_current: z.boolean(),
})
export type DeviceSession = z.infer<typeof deviceSessionSchema>
export const sessionsResponse = pageSchema(deviceSessionSchema)

/** The addresses before and after a change of email. Both have to confirm it. */
export const EMAIL_CHANGE_SIDES = ['old', 'new'] as const
export type EmailChangeSide = (typeof EMAIL_CHANGE_SIDES)[number]

const emailChangeToken = mailedToken({
  required: 'This email change link is not valid',
  invalid: 'This email change link is not valid',
})

export const emailChangeBody = z.strictObject({ email: emailSchema })

/** The caller's address, and the change that waits for its two links. */
export const emailChangeResponse = z.object({
  email: z.string(),
  pending: z
    .object({
      new_email: z.string(),
      expires_at: instantSchema,
      confirmed: z.array(z.enum(EMAIL_CHANGE_SIDES)),
    })
    .nullable(),
})
export type EmailChange = z.infer<typeof emailChangeResponse>

export const emailChangeConfirmBody = z.strictObject({
  token: emailChangeToken,
  side: z.enum(EMAIL_CHANGE_SIDES, { error: 'This email change link is not valid' }),
})
export const emailChangeConfirmResponse = z.object({
  message: z.string(),
  /** False until the other address has confirmed as well. */
  is_complete: z.boolean(),
})

/** Stops a change of email by the link to the old address. */
export const emailChangeStopBody = z.strictObject({ token: emailChangeToken })
