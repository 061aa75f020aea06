/** The columns of the exports of short lists. */

import { type AdminJob, describeJob, JOB_STATE_LABELS } from '@tendwell/contract/console/jobs'
import { type AdminChargeback, describeChargebackReason } from '@tendwell/contract/console/money'
import type { BankReview } from '@tendwell/contract/payments/bank-reviews'
import {
  DIFFERENCE_KIND_LABELS,
  type Difference,
  type Reconciliation,
} from '@tendwell/contract/payments/reconciliation'
import type { WaitingRefund } from '@tendwell/contract/payments/staff-refunds'
import type { ListedRecovery } from '@tendwell/contract/sign-in/two-step'
import {
  describeStaffChange,
  STAFF_ROLE_NAMES,
  type StaffChange,
  type StaffInvitation,
  type StaffMember,
} from '@tendwell/contract/staff/staff'
import { type CsvColumn, toTime, toUsd, toYesNo } from './csv-columns.ts'

export const STAFF_COLUMNS: readonly CsvColumn<StaffMember>[] = [
  ['Number', ({ id }) => id],
  ['Name', (member) => member.full_name],
  ['Email', ({ email }) => email],
  ['Role', (member) => STAFF_ROLE_NAMES[member.staff_role]],
  ['Active', (member) => toYesNo(member.is_active)],
  ['Joined (UTC)', ({ joined }) => toTime(joined)],
  ['Last login (UTC)', (member) => member.last_login && toTime(member.last_login)],
]

export const INVITATION_COLUMNS: readonly CsvColumn<StaffInvitation>[] = [
  ['Number', ({ id }) => id],
  ['Email', ({ email }) => email],
  ['Role', (row) => STAFF_ROLE_NAMES[row.staff_role]],
  ['Invited by', (row) => row.invited_by.name],
  ['Sent (UTC)', (row) => toTime(row.sent_at)],
  ['Valid until (UTC)', (row) => toTime(row.expires_at)],
  ['Sender can invite', (row) => toYesNo(row.inviter_can_invite)],
]

export const STAFF_CHANGE_COLUMNS: readonly CsvColumn<StaffChange>[] = [
  ['Number', ({ id }) => id],
  ['Change', (change) => describeStaffChange(change)],
  ['Person', ({ person, email }) => person?.name ?? email],
  ['Role', (row) => row.staff_role && STAFF_ROLE_NAMES[row.staff_role]],
  ['Asked by', (row) => row.requested_by.name],
  ['Asked (UTC)', (row) => toTime(row.requested_at)],
  ['Waits until (UTC)', (row) => toTime(row.expires_at)],
]

export const RECOVERY_COLUMNS: readonly CsvColumn<ListedRecovery>[] = [
  ['Number', ({ id }) => id],
  ['Person', ({ person }) => person.name],
  ['Person number', ({ person }) => person.id],
  ['Reason', ({ reason }) => reason],
  ['Asked by', (row) => row.requested_by.name],
  ['Asked (UTC)', (row) => toTime(row.requested_at)],
]

export const RECONCILIATION_COLUMNS: readonly CsvColumn<Reconciliation>[] = [
  ['Number', ({ id }) => id],
  ['Created (UTC)', (report) => toTime(report.created_at)],
  ['Provider', ({ provider }) => provider],
  ['From (UTC)', ({ from }) => toTime(from)],
  ['Until (UTC)', ({ until }) => toTime(until)],
  ['Compared', ({ compared }) => compared],
  ['Differences', (report) => report.difference_count],
]

export const DIFFERENCE_COLUMNS: readonly CsvColumn<Difference>[] = [
  ['Number', ({ id }) => id],
  ['Kind', ({ kind }) => DIFFERENCE_KIND_LABELS[kind]],
  ['Provider’s number', ({ reference }) => reference],
  ['What differs', ({ detail }) => detail],
  ['Ours (USD)', (row) => toUsd(row.ours_usd)],
  ['Provider’s (USD)', (row) => toUsd(row.provider_usd)],
  ['Found (UTC)', (row) => toTime(row.found_at)],
  ['Report', (row) => row.report_id],
  ['Resolved (UTC)', ({ resolved }) => resolved && toTime(resolved.at)],
  ['Resolved by', ({ resolved }) => resolved?.by.name ?? null],
  ['Note', ({ resolved }) => resolved?.note ?? null],
]

export const CHARGEBACK_COLUMNS: readonly CsvColumn<AdminChargeback>[] = [
  ['Number', ({ id }) => id],
  ['Payment', (row) => row.payment_id],
  ['Booking', (row) => row.request_id],
  ['Family', ({ family }) => family.name],
  ['Caregiver', ({ caregiver }) => caregiver.name],
  ['Amount (USD)', (row) => toUsd(row.amount_usd)],
  ['On hold (USD)', (row) => toUsd(row.held_usd)],
  ['Reason', ({ reason }) => describeChargebackReason(reason)],
  ['Opened (UTC)', (row) => toTime(row.opened_at)],
  ['Evidence due (UTC)', (row) => row.evidence_due_at && toTime(row.evidence_due_at)],
  ['Provider’s number', (row) => row.provider_chargeback_id],
]

export const BANK_REVIEW_COLUMNS: readonly CsvColumn<BankReview>[] = [
  ['Person number', (row) => row.person_id],
  ['Person', ({ name }) => name],
  ['Opened (UTC)', (row) => toTime(row.opened_at)],
  ['Same as', ({ matches }) => matches.map((match) => `${match.name} (${match.person_id})`).join(', ')],
]

export const WAITING_REFUND_COLUMNS: readonly CsvColumn<WaitingRefund>[] = [
  ['Number', ({ id }) => id],
  ['Booking', (row) => row.request_id],
  ['Family', ({ family }) => family.name],
  ['Caregiver', ({ caregiver }) => caregiver.name],
  ['Amount (USD)', (row) => toUsd(row.amount_usd)],
  ['Paid by', (row) => (row.borne_by === 'tendwell' ? 'Tendwell' : 'The caregiver')],
  ['Reason', ({ reason }) => reason],
  ['Dispute', (row) => row.dispute_id],
  ['Asked by', (row) => row.asked_by.name],
  ['Asked (UTC)', (row) => toTime(row.asked_at)],
]

export const JOB_COLUMNS: readonly CsvColumn<AdminJob>[] = [
  ['Number', ({ id }) => id],
  ['Job', ({ name }) => describeJob(name)],
  ['State', ({ state }) => JOB_STATE_LABELS[state]],
  ['Attempts', ({ attempts }) => attempts],
  ['Attempts at most', (row) => row.max_attempts],
  ['Error', (row) => row.last_error],
  ['Added (UTC)', (row) => toTime(row.created_at)],
  ['Next attempt (UTC)', (row) => row.run_at && toTime(row.run_at)],
]
