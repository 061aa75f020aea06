import { z } from 'zod'
import { nameSchema } from '../people/names.ts'
import {
  emailSchema,
  mailedToken,
  newPasswordSchema,
  STAFF_ROLES,
  type StaffRole,
} from '../sign-in/accounts.ts'
import { APPROVAL_OBSTACLES } from '../sign-in/two-step.ts'
import { idSchema, instantSchema, pageQuery, zoneSchema } from '../wire.ts'

const staffRole = z.enum(STAFF_ROLES, { error: 'Choose Support, Finance or Admin' })

/** What people call the roles. */
export const STAFF_ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  support: 'Support',
  finance: 'Finance',
  admin: 'Admin',
}

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

export const staffQuery = z.strictObject(pageQuery(20))

/** Someone who works at Tendwell. @see docs/rules/console.md#staff */
export const staffMember = z.object({
  id: idSchema,
  full_name: z.string(),
  email: z.string(),
  staff_role: z.enum(STAFF_ROLES),
  is_active: z.boolean(),
  joined: instantSchema,
  /** Null if they have never logged in. */
  last_login: instantSchema.nullable(),
})
export type StaffMember = z.infer<typeof staffMember>

/** An invitation that was neither accepted nor withdrawn. */
export const staffInvitation = z.object({
  id: idSchema,
  email: z.string(),
  staff_role: z.enum(STAFF_ROLES),
  invited_by: z.object({ id: idSchema, name: z.string() }),
  sent_at: instantSchema,
  expires_at: instantSchema,
  is_expired: z.boolean(),
  /** False once the one who sent it is deactivated, left, or isn't an admin any more, which ended it. */
  inviter_can_invite: z.boolean(),
})
export type StaffInvitation = z.infer<typeof staffInvitation>

export const inviteBody = z.strictObject({ email: emailSchema, staff_role: staffRole })

export const staffRoleBody = z.strictObject({ staff_role: staffRole })
export const staffRoleResponse = z.object({
  message: z.string(),
  id: idSchema,
  staff_role: z.enum(STAFF_ROLES),
})

export const staffStatusBody = z.strictObject({
  is_active: z.boolean({ error: 'is_active must be true or false' }),
})
export const staffStatusResponse = z.object({ message: z.string(), id: idSchema, is_active: z.boolean() })

const INVALID_LINK = 'This invitation link is not valid'

/** Answered with a session. @see docs/rules/accounts.md#joining-the-staff */
export const acceptInvitationBody = z.strictObject({
  token: mailedToken({ required: INVALID_LINK, invalid: INVALID_LINK }),
  full_name: nameSchema(),
  password: newPasswordSchema,
  timezone: zoneSchema.optional(),
})

/** The changes that a second admin has to approve. @see docs/rules/console.md#two-admins */
export const STAFF_CHANGE_KINDS = ['invite', 'role', 'activate', 'deactivate'] as const
export type StaffChangeKind = (typeof STAFF_CHANGE_KINDS)[number]
export const STAFF_CHANGE_STATES = ['open', 'approved', 'declined', 'expired'] as const
/** After how many days without a decision a change expires. */
export const STAFF_CHANGE_DAYS = 7

/** A change of the staff that one admin asked for and another one decides on. */
export const staffChange = z.object({
  id: idSchema,
  kind: z.enum(STAFF_CHANGE_KINDS),
  state: z.enum(STAFF_CHANGE_STATES),
  /** Whom it is about; null for an invitation. */
  person: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Who is invited; null otherwise. */
  email: z.string().nullable(),
  /** The role that they get; null where it stays. */
  staff_role: z.enum(STAFF_ROLES).nullable(),
  requested_by: z.object({ id: idSchema, name: z.string() }),
  requested_at: instantSchema,
  expires_at: instantSchema,
  /** Whether the caller may decide: neither the one who asked nor the person concerned. */
  can_decide: z.boolean(),
  /** Why a caller who may decide can only decline; null if they can approve. */
  obstacle: z.enum(APPROVAL_OBSTACLES).nullable(),
  /** False if no active admin could approve it. */
  has_approver: z.boolean(),
})
export type StaffChange = z.infer<typeof staffChange>

/** `Make Sam Reed an admin`, as screens and CSV say it. */
export function describeStaffChange({
  kind,
  person,
  email,
  staff_role: role,
}: Pick<StaffChange, 'kind' | 'person' | 'email' | 'staff_role'>): string {
  const name = person?.name ?? email ?? ''
  switch (kind) {
    case 'invite':
      return `Invite ${name} as an admin`
    case 'role':
      return role === 'admin'
        ? `Make ${name} an admin`
        : `Change the role of ${name} to ${role ? STAFF_ROLE_NAMES[role] : ''}`
    case 'activate':
      return `Activate the admin ${name}`
    case 'deactivate':
      return `Deactivate the admin ${name}`
  }
}

/** Answered with 202 in place of the change, which has not happened yet. */
export const waitingStaffChange = z.object({ message: z.string(), change: staffChange })

/** POST /api/admin-panel/staff/changes/{id}/decision */
export const decideStaffChangeBody = z.strictObject({
  decision: z.enum(['approve', 'decline'], { error: 'Choose approve or decline' }),
})
