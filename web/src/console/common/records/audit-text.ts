import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@tendwell/contract/console/audit'
import { describeJob } from '@tendwell/contract/console/jobs'
import { formatUsd } from '@tendwell/contract/money'
import { STAFF_ROLE_NAMES } from '@tendwell/contract/staff/staff'
import { ACCESS_REASON_NAMES } from '@tendwell/contract/staff/staff-access'
import { formatDay, formatInstant, formatList } from '../../../lib/format/format.ts'
import { documentLabels } from './documents.ts'

type Fields = NonNullable<AuditEntry['after']>

/** Ids of files and checks, which say nothing to people. */
const hidden: readonly string[] = ['file', 'check']

/** What a field is called, if its name doesn't say it. */
const labels: Record<string, string> = {
  actor_id: 'actor',
  amountCents: 'amount',
  askedBy: 'asked for by',
  assigneeId: 'assignee',
  by: 'with',
  field: 'document',
  fullName: 'name',
  isActive: 'active',
  noteId: 'note',
  issuer: 'account',
  person_id: 'person',
  q: 'search',
  refundCents: 'to refund',
  staffRole: 'role',
  why: 'reason',
}

const documents = {
  ...documentLabels,
  gov_id_front: documentLabels.id_front,
  gov_id_back: documentLabels.id_back,
}
const sides = { caretaker: 'the family', caregiver: 'the caregiver' }
const bearers = { caregiver: 'the caregiver', tendwell: 'Tendwell' }
const changes = {
  invite: 'a new admin',
  role: 'another role',
  activate: 'activating them',
  deactivate: 'deactivating them',
}
const refunds = { policy: 'by the policy', full: 'in full', none: 'nothing' }
const steps = {
  password: 'a password',
  passkey: 'a passkey',
  app: 'an authenticator app',
  recovery_code: 'a recovery code',
  'https://accounts.google.com': 'Google',
}

/** What the words in a field mean. */
const meanings: Record<string, Record<string, string>> = {
  document: documents,
  documents,
  field: documents,
  for: sides,
  side: sides,
  borneBy: bearers,
  change: changes,
  refund: refunds,
  by: steps,
  issuer: steps,
  method: steps,
  reason: ACCESS_REASON_NAMES,
  secondStep: steps,
  staffRole: STAFF_ROLE_NAMES,
}

/** The fields whose numbers count records. */
const numbered: readonly string[] = ['bookings', 'noteId', 'report', 'reports']

/** The fields that an action's own words say already. */
const told: Partial<Record<AuditAction, readonly string[]>> = {
  'report.decided': ['kind', 'measures', 'reports', 'suspendedUntil'],
  'user.activated': ['isActive', 'suspendedUntil'],
}

/**
 * What was done, and how often; for a decision on reports and for the end of a suspension, what that meant.
 */
export function describeAction({ action, actor, before, after, times }: AuditEntry): string {
  if (action === 'report.decided' && after) return describeDecision(after)
  if (action === 'user.activated' && before?.suspendedUntil) {
    return actor ? 'Lifted the suspension' : 'Ended the suspension'
  }
  return times > 1 ? `${AUDIT_ACTIONS[action]} ${times} times within the hour` : AUDIT_ACTIONS[action]
}

/** `Dismissed report #9`, `Hid a profile and warned its owner · report #3`. */
function describeDecision({ kind, measures, reports, suspendedUntil }: Fields): string {
  const taken = Array.isArray(measures) ? measures : []
  const decided = `report${Array.isArray(reports) && reports.length > 1 ? 's' : ''} ${toText('reports', reports)}`
  if (taken.length === 0) return `Dismissed ${decided}`
  const owner = kind === 'booking' ? 'other side' : kind === 'profile' ? 'owner' : 'author'
  const day = toText('suspendedUntil', suspendedUntil)
  const words: Record<string, string> = {
    hide: `hid a ${kind}`,
    warn: taken.includes('hide') ? `warned its ${owner}` : `warned the ${owner} of a ${kind}`,
    suspend: taken.length > 1 ? `suspended them until ${day}` : `suspended until ${day}`,
  }
  const outcome = formatList(taken.map((measure) => words[String(measure)] ?? String(measure)))
  return `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)} · ${decided}`
}

type Changed = Pick<AuditEntry, 'before' | 'after'> & { action?: AuditAction }

/**
 * The fields that an action changed, each in words: `status: pending → verified`.
 * @see docs/rules/console.md#audit-log
 */
export function describeChanges({ action, before, after }: Changed): string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const left = [...hidden, ...((action && told[action]) ?? [])]
  if (action && isOfJob(action) && before) return describeChanges({ before: nameJob(before), after })
  return fields
    .filter((field) => !left.includes(field))
    .map((field) => describeField(field, before, after))
    .filter((text) => text !== '')
}

const isOfJob = (action: AuditAction) => action === 'job.retried' || action === 'job.dropped'
const nameJob = ({ name, ...fields }: Fields): Fields => ({ name: describeJob(String(name)), ...fields })

function describeField(field: string, before: Fields | null, after: Fields | null): string {
  const [from, to] = [toText(field, before?.[field]), toText(field, after?.[field])]
  if (from === to) return ''
  if (field === 'avatar') return 'new photo'
  const label = labels[field] ?? toWords(field)
  // Without an `after`, the fields say what was there.
  if (!from || !after) return `${label}: ${to || from}`
  return `${label}: ${from} → ${to || 'none'}`
}

function toText(field: string, value: unknown): string {
  if (Array.isArray(value)) return formatList(value.map((item) => toText(field, item)))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!value) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' && field.endsWith('Cents')) return formatUsd(value)
  if (numbered.includes(field)) return `#${value}`
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatInstant(text)
  const meaning = meanings[field]?.[text]
  if (meaning) return meaning
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replace(/_/g, ' ') : text
}

/** `expiresOn` and `expires_on` are `expires on`. */
function toWords(field: string): string {
  return field
    .replace(/_/g, ' ')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
}
