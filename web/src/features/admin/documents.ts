import { type DocumentCheck, type DocumentKind, toExpiryState } from '@tendwell/contract/admin-documents'
import { toLocalDate } from '@tendwell/contract/time'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/format.ts'

export const documentLabels: Record<DocumentKind, string> = {
  id_front: 'ID, front',
  id_back: 'ID, back',
  certificate: 'Certificate',
}

type Check = Pick<DocumentCheck, 'result' | 'expires_on'> | null

/** The pill of a document's last check. Days are UTC, as on the server. */
export function toCheckStatus(check: Check): string {
  if (!check) return 'document_unchecked'
  if (check.result === 'ask_again') return 'document_requested'
  const state =
    check.expires_on === null ? 'valid' : toExpiryState(check.expires_on, toLocalDate(now(), 'UTC'))
  return state === 'valid' ? 'document_ok' : `document_${state}`
}

/** `Expired on Jun 10, 2026`, `Expires on …`; empty for a document without such a day. */
export function describeExpiry(check: Check): string {
  if (!check?.expires_on) return ''
  const verb = toCheckStatus(check) === 'document_expired' ? 'Expired' : 'Expires'
  return `${verb} on ${formatDay(check.expires_on)}`
}
