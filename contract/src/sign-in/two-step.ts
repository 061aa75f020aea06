/** Two-step sign-in. @see docs/rules/two-step.md */
import { z } from 'zod'
import { SECOND_STEP_REQUIRED } from '../reference.ts'
import { idSchema, instantSchema, pageQuery, pageSchema, readerZone, requiredText } from '../wire.ts'

/** What can be a second step; `recovery_code` for someone who has lost the others. */
export const SECOND_STEPS = ['passkey', 'app', 'recovery_code'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

export const RECOVERY_CODE_COUNT = 10
export const PASSKEYS_MAXIMUM = 10
/** How long a device can be remembered, so that it needs no second step. */
export const REMEMBERED_DAYS = 30

/** The facts of the 403 `second_step_required`. */
export const secondStepFacts = z.object({
  code: z.literal(SECOND_STEP_REQUIRED),
  detail: z.string(),
  /** Proves the first step of the login, for 10 minutes. */
  ticket: z.string(),
  methods: z.array(z.enum(SECOND_STEPS)),
})
export type SecondStepFacts = z.infer<typeof secondStepFacts>

const ticket = z.string({ error: 'Please log in again' }).min(1, { error: 'Please log in again' }).max(200)

/** Six digits from an authenticator app; spaces are ignored. */
export const appCodeSchema = z
  .string({ error: 'Code is required' })
  .transform((code) => code.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the 6-digit code from your app' }))

/** Case, spaces and hyphens are ignored. */
export const recoveryCodeSchema = requiredText('Recovery code', 40)

/** As base64url. */
const credentialId = z.string().regex(/^[\w-]{1,1400}$/, { error: 'Unknown passkey' })

/**
 * What the browser answers to a passkey's challenge, as `@simplewebauthn/browser` gives it. The server's
 * library checks it.
 */
export const passkeyAnswer = z.looseObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().min(1).max(4_000) }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/**
 * Options for `startRegistration` or `startAuthentication` of `@simplewebauthn/browser`, which knows their
 * form.
 */
export const passkeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

/** A second step is exactly one of the three. */
const secondStep = {
  passkey: passkeyAnswer.optional(),
  app_code: appCodeSchema.optional(),
  recovery_code: recoveryCodeSchema.optional(),
}

/** POST /api/auth/login/second-step, answered with a session. */
export const secondStepBody = z
  .strictObject({ ticket, ...secondStep, remember_device: z.boolean().default(false) })
  .refine(
    (body) =>
      [body.passkey, body.app_code, body.recovery_code].filter((step) => step !== undefined).length === 1,
    {
      path: ['app_code'],
      error: 'Code is required',
    },
  )

/**
 * POST /api/auth/login/passkey/options: with a ticket for the second step, without one for a passkey alone.
 */
export const passkeyLoginOptionsBody = z.strictObject({ ticket: ticket.optional() })
/** POST /api/auth/login/passkey, answered with a session: the passkey alone logs in. */
export const passkeyLoginBody = z.strictObject({ passkey: passkeyAnswer, timezone: readerZone })

const factorName = requiredText('Name', 40).transform((name) => name.trim())

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: instantSchema,
  /** Null if it was never used. */
  used_at: instantSchema.nullable(),
  /** Whether it is backed up by a password manager, such as iCloud Keychain. */
  is_synced: z.boolean(),
})
export type Passkey = z.infer<typeof passkeySchema>

/** GET /api/auth/two-step */
export const twoStepResponse = z.object({
  is_on: z.boolean(),
  /** Whether the caller must have it, as staff must unless the installation says otherwise. */
  is_required: z.boolean(),
  passkeys: z.array(passkeySchema),
  app: z
    .object({ name: z.string(), created_at: instantSchema, used_at: instantSchema.nullable() })
    .nullable(),
  recovery_codes_left: z.int(),
  remembered_devices: z.int(),
})
export type TwoStep = z.infer<typeof twoStepResponse>

/** The answer to a new factor. The codes come with the first factor, and are never shown again. */
export const factorAddedResponse = z.object({
  message: z.string(),
  recovery_codes: z.array(z.string()).nullable(),
})
export const recoveryCodesResponse = z.object({ recovery_codes: z.array(z.string()) })

/** POST /api/auth/two-step/passkeys; its options come from POST …/passkeys/options. */
export const addPasskeyBody = z.strictObject({ name: factorName, passkey: passkeyAnswer })
/** PATCH /api/auth/two-step/passkeys/{id}, and /api/auth/two-step/app */
export const renameFactorBody = z.strictObject({ name: factorName })

/** POST /api/auth/two-step/app: what the app is set up with. It counts only once a code confirms it. */
export const appSetupResponse = z.object({
  /** Base32, to type. */
  secret: z.string(),
  /** `otpauth://…`, to draw as a QR code. */
  uri: z.string(),
})
/** POST /api/auth/two-step/app/confirm */
export const confirmAppBody = z.strictObject({ name: factorName, app_code: appCodeSchema })

/** Where a recovery stands: open, or how it ended. */
export const RECOVERY_STATES = ['open', 'approved', 'declined', 'stopped', 'expired'] as const

/** How long a request waits before it can be approved, so that the person can stop it. */
export const RECOVERY_WAIT_HOURS = 24
/** For how long an admin must have been one, since their invitation, role or activation, to approve. */
export const RECOVERY_ADMIN_DAYS = 30

/** Why an admin can't approve what another one asked for: too new, or one of the two brought the other in. */
export const APPROVAL_OBSTACLES = ['new_admin', 'related'] as const
export type ApprovalObstacle = (typeof APPROVAL_OBSTACLES)[number]
/** The same for a recovery, which also has to wait. */
export const RECOVERY_OBSTACLES = ['wait', ...APPROVAL_OBSTACLES] as const
export type RecoveryObstacle = (typeof RECOVERY_OBSTACLES)[number]

/** A request of support or an admin to end someone's two-step sign-in, on which another admin decides. */
export const twoStepRecovery = z.object({
  id: idSchema,
  state: z.enum(RECOVERY_STATES),
  reason: z.string(),
  requested_by: z.object({ id: idSchema, name: z.string() }),
  requested_at: instantSchema,
  decided_by: z.object({ id: idSchema, name: z.string() }).nullable(),
  decided_at: instantSchema.nullable(),
  /** When it can be approved at the earliest. */
  approvable_at: instantSchema,
  /** Whether the caller may decide: an admin, not the one who asked, nor the person concerned. */
  can_decide: z.boolean(),
  /** Why a caller who may decide can only decline now; null if they can approve. */
  obstacle: z.enum(RECOVERY_OBSTACLES).nullable(),
  /** False if no active admin could approve it even after the wait. */
  has_approver: z.boolean(),
})
export type TwoStepRecovery = z.infer<typeof twoStepRecovery>

/** GET /api/admin-panel/people/{id}/two-step */
export const personTwoStepResponse = z.object({
  is_on: z.boolean(),
  passkeys: z.int(),
  has_app: z.boolean(),
  recovery_codes_left: z.int(),
  /** The newest; null without one. */
  recovery: twoStepRecovery.nullable(),
})
export type PersonTwoStep = z.infer<typeof personTwoStepResponse>

/** POST /api/admin-panel/people/{id}/two-step/recovery */
export const requestRecoveryBody = z.strictObject({
  /** How the one who asks confirmed who the person is. */
  reason: requiredText('Reason', 1_000).transform((reason) => reason.trim()),
})
/** POST /api/admin-panel/two-step-recoveries/{id}/decision */
export const decideRecoveryBody = z.strictObject({
  decision: z.enum(['approve', 'decline'], { error: 'Choose approve or decline' }),
})

/** An open request, in the console's list. */
export const listedRecovery = twoStepRecovery.extend({
  person: z.object({ id: idSchema, name: z.string() }),
})
export type ListedRecovery = z.infer<typeof listedRecovery>

/** GET /api/admin-panel/two-step-recoveries: the open ones, oldest first. */
export const recoveriesQuery = z.strictObject(pageQuery(20))
export const recoveriesResponse = pageSchema(listedRecovery)

/** POST /api/auth/two-step/recovery/stop: "This wasn't me", from the person's mail. */
export const stopRecoveryBody = z.strictObject({
  token: z
    .string({ error: 'This link is not valid' })
    .trim()
    .min(1, { error: 'This link is not valid' })
    .max(200, { error: 'This link is not valid' }),
})
