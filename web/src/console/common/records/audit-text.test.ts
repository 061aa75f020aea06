import { type AuditEntry, describeSubject } from '@tendwell/contract/console/audit'
import { expect, it } from 'vitest'
import { describeAction, describeChanges } from './audit-text.ts'

it.each([
  [
    'names who and what',
    { invitedBy: 'Ada Moss', staffRole: 'finance' },
    ['invited by: Ada Moss', 'role: Finance'],
  ],
  [
    'lists documents and days',
    { documents: ['gov_id_front', 'certificate'], expiresOn: '2026-06-30' },
    ['documents: ID, front and Certificate', 'expires on: Jun 30, 2026'],
  ],
  ['hides ids of files', { document: 'id_back', file: '0b3f' }, ['document: ID, back']],
  [
    'says who bears a refund',
    { amountCents: 2000, borneBy: 'caregiver', askedBy: 'Sam Support' },
    ['amount: $20.00', 'borne by: the caregiver', 'asked for by: Sam Support'],
  ],
  [
    'shows the refund apart from the rule',
    {
      visits: ['Dec 8, 2:00 PM – 4:00 PM, New York time'],
      for: 'caretaker',
      refund: 'full',
      refundCents: 8300,
    },
    [
      'visits: Dec 8, 2:00 PM – 4:00 PM, New York time',
      'for: the family',
      'refund: in full',
      'to refund: $83.00',
    ],
  ],
  [
    'says how someone logged in',
    { by: 'password', secondStep: 'app' },
    ['with: a password', 'second step: an authenticator app'],
  ],
  [
    'names bookings by their numbers',
    { refund: 'full', bookings: [4, 5] },
    ['refund: in full', 'bookings: #4 and #5'],
  ],
  ['leaves free text as it is', { reason: 'full' }, ['reason: full']],
  ['spells a reason from a list', { reason: 'changed_plans' }, ['reason: changed plans']],
  [
    'shows the filters of an export',
    { date_from: '2026-06-01', q: 'Nora' },
    ['date from: Jun 1, 2026', 'search: Nora'],
  ],
])('%s', (_title, after, texts) => {
  expect(describeChanges({ before: null, after })).toEqual(texts)
})

it('shows what changed, and leaves out what did not', () => {
  const before = { isActive: true, assigneeId: 'Ada Moss', fullName: 'Nora', avatar: '0b3f' }
  const after = { isActive: false, assigneeId: null, fullName: 'Nora', avatar: '1c4e' }
  expect(describeChanges({ before, after })).toEqual([
    'active: yes → no',
    'assignee: Ada Moss → none',
    'new photo',
  ])
})

it('calls a job and a change of the staff as their screens do', () => {
  const before = { name: 'payments.refund', attempts: 25 }
  expect(describeChanges({ action: 'job.dropped', before, after: null })).toEqual([
    'name: Payments: refund',
    'attempts: 25',
  ])
  const after = { change: 'role', staffRole: 'finance' }
  expect(describeChanges({ before: null, after })).toEqual(['change: another role', 'role: Finance'])
})

it('shows what was there before something was removed', () => {
  expect(describeChanges({ before: { name: 'send-mail', attempts: 25 }, after: null })).toEqual([
    'name: send-mail',
    'attempts: 25',
  ])
})

it.each([
  ['job:4', 'Job #4'],
  ['jobs:failed', 'All failed jobs'],
  ['list:caregivers/background-checks', 'List: caregivers, background checks'],
  ['user:unknown', 'Unknown person'],
  ['user:12', 'Person #12'],
  ['dispute:3', 'DPT-3'],
  ['request:5', 'Booking #5'],
  ['GET /api/admin-panel/audit', 'GET /api/admin-panel/audit'],
])('calls %s %s', (subject, text) => {
  expect(describeSubject(subject)).toBe(text)
})

const entry: AuditEntry = {
  id: 1,
  at: '2026-06-01T12:00:00Z',
  action: 'report.decided',
  actor: { id: 3, name: 'Ada Moss', email: 'ada@example.test' },
  subject: 'user:2',
  subject_name: 'Nora Lind',
  before: null,
  after: null,
  address: null,
  times: 1,
}

it.each([
  [{ kind: 'message', measures: [], reports: [9] }, 'Dismissed report #9', []],
  [
    { kind: 'profile', measures: ['hide', 'warn'], reports: [3], message: 'Be honest' },
    'Hid a profile and warned its owner · report #3',
    ['message: Be honest'],
  ],
  [
    { kind: 'review', measures: ['warn'], reports: [3, 4] },
    'Warned the author of a review · reports #3 and #4',
    [],
  ],
  [
    { kind: 'message', measures: ['suspend'], reports: [8], suspendedUntil: '2026-12-15', refund: 'full' },
    'Suspended until Dec 15, 2026 · report #8',
    ['refund: in full'],
  ],
  [
    { kind: 'booking', measures: ['warn'], reports: [5] },
    'Warned the other side of a booking · report #5',
    [],
  ],
  [null, 'Decided on a report', []],
])('says what was decided on a report: %j', (after, text, changes) => {
  const decided = { ...entry, after }
  expect(describeAction(decided)).toBe(text)
  expect(describeChanges(decided)).toEqual(changes)
})

it('says who lifted a suspension, and that it ended by itself', () => {
  const lifted = {
    ...entry,
    action: 'user.activated' as const,
    before: { isActive: false, suspendedUntil: '2026-12-15T00:00:00.000Z' },
    after: { isActive: true },
  }
  expect(describeAction(lifted)).toBe('Lifted the suspension')
  expect(describeChanges(lifted)).toEqual([])
  expect(describeAction({ ...lifted, actor: null })).toBe('Ended the suspension')
  expect(describeAction({ ...lifted, before: { isActive: false } })).toBe('Activated the account')
})

it('says how often a counted action happened', () => {
  const denied = { ...entry, action: 'access.denied' as const, subject: 'GET /api/admin-panel/users' }
  expect(describeAction({ ...denied, times: 400 })).toBe('Was refused access 400 times within the hour')
  expect(describeAction(denied)).toBe('Was refused access')
})

it('says why something was opened', () => {
  expect(describeChanges({ before: null, after: { reason: 'help' } })).toEqual(['reason: A request for help'])
})
