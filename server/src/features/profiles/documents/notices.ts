import { defineNotice } from '../../notices/index.ts'
import {
  renderDocumentExpired,
  renderDocumentExpiring,
  renderDocumentRequested,
  renderRenewalDecided,
  renderRenewalSubmitted,
} from './notice-texts.ts'

/** The notices about documents, to caregivers and staff. @see docs/rules/profiles-and-files.md#expiry */
export const documentNotices = [
  defineNotice('document.requested', (_deps, { userId, checkId, document, reason }) => [
    { userId, cause: `document-check:${checkId}`, content: renderDocumentRequested(document, reason) },
  ]),

  defineNotice('document.expiring', (_deps, event) => {
    const { userId, documents, expiresOn, daysLeft, notice, checkIds } = event
    const content = renderDocumentExpiring(documents, expiresOn, daysLeft)
    return [{ userId, cause: `document-expiring:${checkIds.join()}:${notice}`, content }]
  }),

  defineNotice('document.expired', (_deps, event) => {
    const { userId, documents, expiresOn, isRenewing, checkIds } = event
    const content = renderDocumentExpired(documents, expiresOn, isRenewing)
    return [{ userId, cause: `document-expired:${checkIds.join()}`, content }]
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
