import { EXPIRY_REMINDER_DAYS } from '@tendwell/contract/profiles/document-expiry'
import { defineNotice } from '../../notices/index.ts'
import {
  renderDocumentExpired,
  renderDocumentExpiring,
  renderDocumentRequested,
  renderRenewalDecided,
  renderRenewalSubmitted,
} from './notice-texts.ts'

const toRequestCause = (checkId: number) => `document-check:${checkId}`
const toExpiringCause = (checkIds: readonly number[], notice: number) =>
  `document-expiring:${checkIds.join()}:${notice}`
const toExpiredCause = (checkIds: readonly number[]) => `document-expired:${checkIds.join()}`

/** The causes of notices that one of these checked documents expires, or all of them on one day. */
function listExpiryCauses(checkIds: readonly number[]): string[] {
  return [...checkIds.map((id) => [id]), checkIds].flatMap((ids) => [
    toExpiredCause(ids),
    ...EXPIRY_REMINDER_DAYS.map((days) => toExpiringCause(ids, days)),
  ])
}

/** The notices about documents, to caregivers and staff. @see docs/rules/profiles-and-files.md#expiry */
export const documentNotices = [
  defineNotice('document.requested', (_deps, { userId, checkId, document, reason }) => [
    { userId, cause: toRequestCause(checkId), content: renderDocumentRequested(document, reason) },
  ]),

  defineNotice('document.uploaded', (_deps, { userId, checkIds }) => [
    { userId, doneCauses: [...checkIds.map(toRequestCause), ...listExpiryCauses(checkIds)] },
  ]),

  defineNotice('document.expiring', (_deps, event) => {
    const { userId, documents, expiresOn, daysLeft, notice, checkIds } = event
    const content = renderDocumentExpiring(documents, expiresOn, daysLeft)
    return [{ userId, cause: toExpiringCause(checkIds, notice), content }]
  }),

  defineNotice('document.expired', (_deps, event) => {
    const { userId, documents, expiresOn, isRenewing, checkIds } = event
    const content = renderDocumentExpired(documents, expiresOn, isRenewing)
    return [{ userId, cause: toExpiredCause(checkIds), content }]
  }),

  defineNotice(
    'document.renewal-submitted',
    (_deps, { userId, submittedAt }) => {
      // One notice a day, however many documents a caregiver renews.
      const cause = `caregiver:${userId}:renewals:${submittedAt.slice(0, 10)}`
      return [{ staff: 'support', cause, content: renderRenewalSubmitted(userId) }]
    },
    'staff',
  ),

  defineNotice('document.renewal-decided', (_deps, { userId, fileId, ...decided }) => [
    { userId, cause: `document-renewal:${fileId}`, content: renderRenewalDecided(decided) },
  ]),
]
