/** The columns of each list's export. */

import { AUDIT_ACTIONS, type AuditEntry, describeSubject } from '@tendwell/contract/console/audit'
import type { WaitingBackgroundCheck } from '@tendwell/contract/console/background-checks'
import type { AdminDispute } from '@tendwell/contract/console/disputes'
import {
  type AdminPayment,
  type AdminPayout,
  type AdminRefund,
  PAYMENT_STEP_LABELS,
  PAYOUT_STEP_LABELS,
  REFUND_STEP_LABELS,
} from '@tendwell/contract/console/money'
import {
  ADMIN_REPORT_REASON_LABELS,
  type AdminReport,
  describeMeasures,
  REPORT_KIND_LABELS,
} from '@tendwell/contract/console/reports'
import type { AdminPendingChange, AdminRequest, AdminUser } from '@tendwell/contract/console/users'
import type { CsvCell } from '@tendwell/contract/csv'
import { DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import { getRequestStatus, STATUS_WORDS } from '@tendwell/contract/status-words'
import type { VerificationRow } from '../../profiles/index.ts'

/** The header of a column, and how its cell is made of a row. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => CsvCell]

/** An ISO instant as a UTC time in the form that spreadsheets read: `2026-01-31 09:30:00`. */
export const toTime = (instant: string) => instant.slice(0, 19).replace('T', ' ')
/** The cell of an amount in dollars; null for an empty cell. */
export const toUsd = (usd: number | null) => (usd === null ? null : { usd })
export const toYesNo = (value: unknown) => (value ? 'yes' : 'no')

export const USER_COLUMNS: readonly CsvColumn<AdminUser>[] = [
  ['Number', ({ id }) => id],
  ['Name', (user) => user.full_name],
  ['Email', ({ email }) => email],
  ['Joined (UTC)', ({ joined }) => toTime(joined)],
  ['Active', (user) => toYesNo(user.is_active)],
  ['Verification', (user) => user.verification_status && STATUS_WORDS[user.verification_status]],
]

export const VERIFICATION_COLUMNS: readonly CsvColumn<VerificationRow>[] = [
  ['Number', ({ id }) => id],
  ['Name', ({ fullName }) => fullName],
  ['Email', ({ email }) => email],
  ['Joined (UTC)', ({ joinedAt }) => toTime(joinedAt.toISOString())],
  ['Verification', ({ status }) => STATUS_WORDS[status]],
  ['ID front', ({ idFront }) => toYesNo(idFront)],
  ['ID back', ({ idBack }) => toYesNo(idBack)],
  ['Certificate', ({ certificate }) => toYesNo(certificate)],
]

export const CHANGE_COLUMNS: readonly CsvColumn<AdminPendingChange>[] = [
  ['Number', ({ id }) => id],
  ['Name', (change) => change.full_name],
  ['Email', ({ email }) => email],
  ['New name', (change) => change.new_full_name],
  ['New photo', (change) => toYesNo(change.new_avatar)],
  ['New description', (change) => change.new_description],
  ['Submitted (UTC)', (change) => toTime(change.submitted_at)],
  ['Verification', (change) => STATUS_WORDS[change.verification_status]],
]

export const BACKGROUND_CHECK_COLUMNS: readonly CsvColumn<WaitingBackgroundCheck>[] = [
  ['Number', ({ id }) => id],
  ['Caregiver number', ({ caregiver }) => caregiver.id],
  ['Name', ({ caregiver }) => caregiver.full_name],
  ['Email', ({ caregiver }) => caregiver.email],
  ['Provider', ({ provider }) => provider],
  ['Completed (UTC)', (row) => toTime(row.completed_at)],
]

export const REQUEST_COLUMNS: readonly CsvColumn<AdminRequest>[] = [
  ['Number', ({ id }) => id],
  ['Caregiver', (row) => row.caregiver_name],
  ['Caregiver’s email', (row) => row.caregiver_email],
  ['Family', (row) => row.caretaker_name],
  ['Family’s email', (row) => row.caretaker_email],
  ['Care begins (UTC)', (row) => toTime(row.starts_at)],
  ['Care ends (UTC)', (row) => toTime(row.ends_at)],
  ['Hours', (row) => row.total_hours],
  ['Price (USD)', (row) => toUsd(row.total_price_usd)],
  ['Submitted (UTC)', (row) => toTime(row.submitted_at)],
  ['Status', (row) => STATUS_WORDS[getRequestStatus(row)]],
  ['Paid', (row) => toYesNo(row.is_paid)],
  ['Canceled', (row) => toYesNo(row.is_canceled)],
]

export const DISPUTE_COLUMNS: readonly CsvColumn<AdminDispute>[] = [
  ['Number', ({ id }) => `DPT-${id}`],
  ['Booking', (row) => row.booking_id],
  ['Family', (row) => row.caretaker_name],
  ['Caregiver', (row) => row.caregiver_name],
  ['Type', ({ type }) => DISPUTE_TYPES.find(({ value }) => value === type)?.label ?? type],
  ['Opened (UTC)', (row) => toTime(row.opened_at)],
  ['Assigned to', ({ assignee }) => assignee?.name ?? null],
  ['Status', ({ status }) => STATUS_WORDS[status]],
]

export const REPORT_COLUMNS: readonly CsvColumn<AdminReport>[] = [
  ['Number', ({ id }) => id],
  ['Kind', ({ kind }) => REPORT_KIND_LABELS[kind]],
  ['Reason', ({ reason }) => ADMIN_REPORT_REASON_LABELS[reason]],
  ['Reported (UTC)', (row) => toTime(row.created_at)],
  ['By', ({ reporter }) => reporter?.name ?? null],
  ['About', ({ reported }) => reported.name],
  ['What', ({ excerpt }) => excerpt],
  ['Decision', ({ measures }) => measures && describeMeasures(measures, false)],
  ['Shown again', (row) => toYesNo(row.is_shown_again)],
]

export const PAYMENT_COLUMNS: readonly CsvColumn<AdminPayment>[] = [
  ['Number', ({ id }) => id],
  ['Booking', (row) => row.request_id],
  ['Family', ({ family }) => family.name],
  ['Caregiver', ({ caregiver }) => caregiver.name],
  ['Amount (USD)', (row) => toUsd(row.amount_usd)],
  ['Fee (USD)', (row) => toUsd(row.fee_usd)],
  ['Refunded (USD)', (row) => toUsd(row.refunded_usd)],
  ['Refund on its way (USD)', (row) => toUsd(row.refund_pending_usd)],
  ['Created (UTC)', (row) => toTime(row.created_at)],
  ['Paid (UTC)', (row) => row.paid_at && toTime(row.paid_at)],
  ['State', ({ step }) => PAYMENT_STEP_LABELS[step]],
  ['Stuck', (row) => toYesNo(row.is_stuck)],
  ['Reason', (row) => row.failure_reason],
  ['Provider', ({ provider }) => provider],
  ['Provider’s number', (row) => row.provider_payment_intent_id],
]

export const REFUND_COLUMNS: readonly CsvColumn<AdminRefund>[] = [
  ['Number', ({ id }) => id],
  ['Payment', (row) => row.payment_id],
  ['Booking', (row) => row.request_id],
  ['Family', ({ family }) => family.name],
  ['Amount (USD)', (row) => toUsd(row.amount_usd)],
  ['Reason', ({ reason }) => reason],
  ['Requested (UTC)', (row) => toTime(row.created_at)],
  ['State', ({ step }) => REFUND_STEP_LABELS[step]],
  ['Stuck', (row) => toYesNo(row.is_stuck)],
  ['Refusals', ({ refusals }) => refusals],
  ['Refused because', (row) => row.failure_reason],
  ['Provider’s number', (row) => row.provider_refund_id],
  ['Paid another way', ({ reference }) => reference],
]

export const PAYOUT_COLUMNS: readonly CsvColumn<AdminPayout>[] = [
  ['Number', ({ id }) => id],
  ['Caregiver', ({ caregiver }) => caregiver.name],
  ['Amount (USD)', (row) => toUsd(row.amount_usd)],
  ['Requested (UTC)', (row) => toTime(row.created_at)],
  ['Changed (UTC)', (row) => toTime(row.updated_at)],
  ['State', ({ step }) => PAYOUT_STEP_LABELS[step]],
  ['Stuck', (row) => toYesNo(row.is_stuck)],
  ['Refusals', ({ refusals }) => refusals],
  ['Reason', (row) => row.failure_reason],
  ['Provider’s number', (row) => row.provider_payout_id],
]

export const AUDIT_COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  ['Number', ({ id }) => id],
  ['Time (UTC)', ({ at }) => toTime(at)],
  ['Action', ({ action }) => AUDIT_ACTIONS[action]],
  ['By', ({ actor }) => actor?.name ?? null],
  ['By number', ({ actor }) => actor?.id ?? null],
  ['By email', ({ actor }) => actor?.email ?? null],
  ['About', ({ subject }) => describeSubject(subject)],
  ['Name', (row) => row.subject_name],
  ['Before', ({ before }) => before && JSON.stringify(before)],
  ['After', ({ after }) => after && JSON.stringify(after)],
  ['Address', ({ address }) => address],
  ['Times within the hour', ({ times }) => times],
]
