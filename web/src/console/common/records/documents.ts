import { type DocumentCheck, type DocumentKind, expiresSoon } from '@tendwell/contract/console/documents'
import { countDaysLeft } from '@tendwell/contract/profiles/document-expiry'
import { formatDay, plural } from '../../../lib/format/format.ts'
import type { Status } from '../../../shared/statuses/status-map.ts'
import { utcToday } from '../lists/date-range.ts'

export const documentLabels: Record<DocumentKind, string> = {
  id_front: 'ID, front',
  id_back: 'ID, back',
  certificate: 'Certificate',
}

type Check = Pick<DocumentCheck, 'result' | 'expires_on' | 'is_expired' | 'is_outdated'> | null

/** Whether a document has expired or expires soon. */
export function isExpiring(check: Check): boolean {
  if (!check?.expires_on) return false
  return check.is_expired || expiresSoon(check.expires_on, utcToday())
}

/** The pill of a document's last check. */
export function toCheckStatus(check: Check): Status {
  if (!check) return 'document_unchecked'
  if (check.result === 'ask_again') return 'document_requested'
  if (check.is_expired) return 'document_expired'
  if (check.is_outdated) return 'document_outdated'
  return isExpiring(check) ? 'document_expiring' : 'document_ok'
}

/** `Expired on Jun 10, 2026`, `Expires on …, 12 days left`; empty for a document without such a day. */
export function describeExpiry(check: Check): string {
  if (!check?.expires_on) return ''
  const day = formatDay(check.expires_on)
  if (check.is_expired) return `Expired on ${day}`
  const left = Math.max(0, countDaysLeft(check.expires_on, utcToday()))
  return isExpiring(check) ? `Expires on ${day}, ${plural(left, 'day')} left` : `Expires on ${day}`
}
