import type { ClosingPreview, Consents, DataExport, Erasure } from '@tendwell/contract/people/own-data'
import { TERMS_VERSION } from '@tendwell/contract/reference'
import type { StaffAccess } from '@tendwell/contract/staff/staff-access'

const consent = { version: TERMS_VERSION, at: '2026-11-24T09:00:00Z' }
export const agreed: Consents = { terms: consent, privacy: consent, is_outdated: false }

export const noExport: DataExport = {
  state: 'none',
  requested_at: null,
  expires_at: null,
  bytes: null,
}
export const preparing: DataExport = {
  ...noExport,
  state: 'preparing',
  requested_at: '2026-11-24T09:00:00Z',
}
export const readyExport: DataExport = {
  ...preparing,
  state: 'ready',
  expires_at: '2026-11-25T09:02:00Z',
  bytes: 2_340_000,
}

export const closing: ClosingPreview = { obstacles: [], open_requests: 2, erased_at: '2026-12-08T09:00:00Z' }
export const refusedClosing: ClosingPreview = {
  ...closing,
  obstacles: [
    {
      kind: 'bookings',
      message: 'You have 2 visits ahead. Cancel them, or close your account after the last one',
    },
    { kind: 'disputes', message: 'You have an open dispute. You can close your account once it’s decided' },
  ],
}

export const erasure: Erasure = {
  id: 3,
  user_id: 41,
  closed_at: '2026-11-01T15:00:00Z',
  started_at: '2026-11-15T15:08:00Z',
  held_at: null,
  finished_at: '2026-11-15T15:08:04Z',
  counts: { messages: 1_204, audit_log: 23, caretaker_profiles: 2, 'stored files': 2, 'sandbox.mailbox': 1 },
}
/** One that has just begun. */
export const erasing: Erasure = { ...erasure, id: 4, user_id: 42, finished_at: null, counts: {} }

const opened = { document: null, request_id: null, dispute_id: null, reason: null }
/** What staff opened of somebody's data. */
export const staffAccess: StaffAccess[] = [
  { ...opened, id: 9, at: '2026-06-03T12:00:00Z', what: 'contact', reason: 'help' },
  { ...opened, id: 8, at: '2026-06-02T12:00:00Z', what: 'messages', request_id: 12, reason: 'booking' },
  { ...opened, id: 6, at: '2026-06-01T14:00:00Z', what: 'visit', reason: 'safety' },
  { ...opened, id: 7, at: '2026-06-01T12:00:00Z', what: 'dispute', dispute_id: 5 },
  { ...opened, id: 6, at: '2026-05-30T12:00:00Z', what: 'background_check', reason: 'identity' },
]
