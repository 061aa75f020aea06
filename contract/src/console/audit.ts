import { z } from 'zod'
import { DISPUTE_LABEL_PREFIX } from '../safety/dispute-types.ts'
import {
  idSchema,
  instantSchema,
  localDateSchema,
  pageQuery,
  queryInteger,
  requiredText,
  sortBy,
  text,
} from '../wire.ts'

/** Every recorded action and what the console calls it. @see docs/rules/console.md#audit-log */
export const AUDIT_ACTIONS = {
  signup: 'Signed up',
  'email.verified': 'Verified their email',
  'admin.created': 'Became an admin',
  'staff.invited': 'Invited someone to the staff',
  'staff.invitation-resent': 'Sent an invitation again',
  'staff.invitation-withdrawn': 'Withdrew an invitation',
  'staff.invitation-ended': 'An invitation ended with the one who sent it',
  'staff.change-requested': 'Asked for a change of the staff',
  'staff.change-approved': 'Approved a change of the staff',
  'staff.change-declined': 'Declined a change of the staff',
  'staff.change-ended': 'A change of the staff ended with the one who asked',
  'staff.joined': 'Joined the staff',
  'staff.role-changed': 'Changed a staff role',
  'staff.deactivated': 'Deactivated a staff account',
  'staff.activated': 'Activated a staff account',
  'identity.linked': 'Linked Google',
  'identity.unlinked': 'Unlinked Google',
  login: 'Logged in',
  'login.failed': 'Failed to log in',
  'login.second-step-asked': 'Was asked for a second step',
  'login.second-step-failed': 'Failed the second step',
  'account.change-disowned': 'Said that a change of the account wasn’t them',
  'two-step.turned-on': 'Turned on two-step sign-in',
  'two-step.turned-off': 'Turned off two-step sign-in',
  'two-step.factor-added': 'Added a second step',
  'two-step.factor-removed': 'Removed a second step',
  'two-step.factor-renamed': 'Renamed a second step',
  'two-step.recovery-codes-replaced': 'Made new recovery codes',
  'two-step.recovery-code-used': 'Used a recovery code',
  'two-step.devices-forgotten': 'Removed remembered devices',
  'two-step.passkey-refused': 'Used a copied passkey',
  'two-step.recovery-requested': 'Asked to turn off two-step sign-in',
  'two-step.recovery-approved': 'Approved turning off two-step sign-in',
  'two-step.recovery-declined': 'Declined to turn off two-step sign-in',
  'two-step.recovery-ended': 'A request to turn off two-step sign-in ended with the one who asked',
  'two-step.recovery-stopped': 'Reported a request to turn off two-step sign-in',
  logout: 'Logged out',
  'session.revoked': 'Ended a session',
  'session.ended-by-email': 'Ended a session with the link in an email',
  'session.refresh-reused': 'Reused an expired login',
  reauthenticated: 'Confirmed their identity',
  'reauthentication.failed': 'Failed to confirm their identity',
  'password.changed': 'Changed their password',
  'password.reset-requested': 'Asked to reset the password',
  'password.reset': 'Reset the password',
  'password.set': 'Set a password',
  'email-change.requested': 'Asked to change the email',
  'email-change.confirmed-old': 'Confirmed the change from the old email',
  'email-change.confirmed-new': 'Confirmed the change from the new email',
  'email-change.canceled': 'Canceled the change of email',
  'email-change.stopped': 'Reported an email change',
  'email.changed': 'Changed the email',
  'account.renamed': 'Changed their name',
  'consent.given': 'Agreed to the terms',
  'export.requested': 'Asked for their data',
  'account.closed': 'Closed their account',
  'account.reopened': 'Reopened their account',
  'account.erased': 'Account erased',
  'access.denied': 'Was refused access',
  'document.opened': 'Opened a document',
  'document.checked': 'Checked a document',
  'document.asked-again': 'Asked for a document again',
  'background-check.opened': 'Opened the date of birth of a background check',
  'background-check.accepted': 'Accepted a background check',
  'background-check.declined': 'Declined a background check',
  'document.expired': 'Recorded that a document expired',
  'document.renewal-accepted': 'Accepted a new document',
  'document.renewal-declined': 'Declined a new document',
  'upload.infected': 'Uploaded a file with a virus',
  'user.activated': 'Activated the account',
  'user.deactivated': 'Deactivated the account',
  'caregiver.verification': 'Decided on the verification',
  'caregiver.change-approved': 'Approved a new name or photo',
  'caregiver.change-declined': 'Declined a new name or photo',
  'booking.canceled': 'Canceled a booking',
  'booking.disputed': 'Opened a dispute',
  'booking.dispute-ended': 'Ended a dispute',
  'contact.opened': 'Opened contact details',
  'visit.opened': 'Opened the details of a visit',
  'dispute.viewed': 'Viewed a dispute',
  'messages.opened': 'Read messages',
  'report.decided': 'Decided on a report',
  'report.shown-again': 'Showed hidden content again',
  'family-answers.looked-at': 'Looked at what caregivers said of a family',
  'ban-match.looked-at': 'Looked at what a person shares with a banned one',
  'note.added': 'Added a note',
  'list.exported': 'Exported a list',
  'dispute.assign': 'Assigned a dispute',
  'dispute.question': 'Asked about a dispute',
  'dispute.escalate': 'Escalated a dispute',
  'dispute.reject': 'Rejected a dispute',
  'dispute.close': 'Closed a dispute',
  'payment.retried': 'Retried a payment',
  'refund.retried': 'Retried a refund',
  'refund.made': 'Refunded a booking',
  'refund.asked': 'Asked for a refund',
  'refund.approved': 'Approved a refund',
  'refund.declined': 'Declined a refund',
  'refund.paid-another-way': 'Recorded a refund as paid another way',
  'payout.retried': 'Retried a payout',
  'payout.canceled': 'Canceled a payout',
  'payments.allowed': 'Let a family pay again',
  'bank-account.approved': 'Approved a bank account',
  'bank-account.refused': 'Refused a bank account',
  'reconciliation.resolved': 'Resolved a difference',
  'job.retried': 'Retried a job',
  'job.dropped': 'Dropped a job',
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

const actions = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]
const optionalId = (label: string) => queryInteger(label, { min: 1, max: 999_999_999 }).optional()

/** The records that notes and audit entries are about, as `user:12`. */
export const RECORD_KINDS = ['user', 'request', 'dispute'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
const subjectSchema = z
  .string({ error: 'Subject is required' })
  .regex(/^(user|request|dispute):[1-9]\d{0,8}$/, { error: 'Subject must be like user:12' })

/** Filters of the audit log; the dates are UTC days, both included. */
export const auditQuery = z.strictObject({
  /** Part of the actor's name, or their whole email address. */
  q: text('Search', 200).optional(),
  actor_id: optionalId('Actor'),
  subject: subjectSchema.optional(),
  action: z.enum(actions, { error: 'Unknown action' }).optional(),
  /** `given_away`: refunds at our cost, and refunds that were not paid to the card. */
  topic: z.enum(['given_away'], { error: 'Topic must be given_away' }).optional(),
  date_from: localDateSchema.optional(),
  date_to: localDateSchema.optional(),
  sort: sortBy('at'),
  ...pageQuery(50),
})
export type AuditQuery = z.output<typeof auditQuery>

/** The recorded actions that are decisions about a caregiver. */
export const VERIFICATION_ACTIONS = [
  'caregiver.verification',
  'caregiver.change-approved',
  'caregiver.change-declined',
  'document.checked',
  'document.asked-again',
  'background-check.accepted',
  'background-check.declined',
  'document.expired',
  'document.renewal-accepted',
  'document.renewal-declined',
] as const satisfies readonly AuditAction[]

/** The audit entries of one record, which all staff may read. */
export const historyQuery = z.strictObject({
  subject: subjectSchema,
  topic: z.enum(['verification'], { error: 'Topic must be verification' }).optional(),
  ...pageQuery(20),
})

export const auditEntry = z.object({
  id: idSchema,
  at: instantSchema,
  action: z.enum(actions),
  /** Null for visitors, commands and the system. */
  actor: z
    .object({
      id: idSchema,
      name: z.string(),
      /** The actor's email at the time, if they were staff and the reader is an admin; else null. */
      email: z.string().nullable(),
    })
    .nullable(),
  /** The record that the action was on, such as `user:12`, `request:5`, `job:9`. */
  subject: z.string(),
  /** The name of a subject that is a person. */
  subject_name: z.string().nullable(),
  /** What changed, as field and value. People are named. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The actor's network address. */
  address: z.string().nullable(),
  /** How often the action happened within the hour, if such actions share an entry; otherwise 1. */
  times: z.int().positive(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** An entry's subject, as screens and CSV call it: `Person #12`, `DPT-3`, `Job #4`, `List: users`. */
export function describeSubject(subject: string): string {
  if (subject === 'user:unknown') return 'Unknown person'
  if (subject === 'jobs:failed') return 'All failed jobs'
  const [, kind = '', id = ''] = /^([a-z]+):(.+)$/.exec(subject) ?? []
  if (kind === 'list') return `List: ${id.replace('/', ', ').replaceAll('-', ' ')}`
  if (!/^\d+$/.test(id)) return subject
  if (kind === 'request') return `Booking #${id}`
  if (kind === 'user') return `Person #${id}`
  if (kind === 'dispute') return `${DISPUTE_LABEL_PREFIX}${id}`
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} #${id}`
}

export const NOTE_MAXIMUM = 2_000

/** Internal notes on a record, never shown outside the console. @see docs/rules/console.md#notes */
export const notesQuery = z.strictObject({ subject: subjectSchema, ...pageQuery(50) })
export const noteBody = z.strictObject({
  subject: subjectSchema,
  text: requiredText('Note', NOTE_MAXIMUM).transform((value) => value.trim()),
})
export const noteResponse = z.object({
  id: idSchema,
  author: z.object({ id: idSchema, name: z.string() }),
  text: z.string(),
  created_at: instantSchema,
})
export type Note = z.infer<typeof noteResponse>
