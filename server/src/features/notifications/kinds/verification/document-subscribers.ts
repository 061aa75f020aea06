import type { Deps } from '../../../../deps.ts'
import { findUser } from '../../../people/index.ts'
import { notifyStaff, notifyUsers } from '../../delivering/delivery.ts'
import {
  renderDocumentExpired,
  renderDocumentExpiring,
  renderDocumentRequested,
  renderRenewalDecided,
  renderRenewalSubmitted,
} from './document-templates.ts'

const SUBSCRIBER = 'notifications'

/** What caregivers and staff hear about documents. @see docs/rules/profiles-and-files.md#expiry */
export function subscribeToDocuments(deps: Deps): void {
  const { jobs, database } = deps

  jobs.subscribe('document.requested', SUBSCRIBER, async ({ userId, checkId, document, reason }) => {
    const content = renderDocumentRequested(document, reason)
    await notifyUsers(deps, [{ userId, cause: `document-check:${checkId}`, content }])
  })

  jobs.subscribe('document.expiring', SUBSCRIBER, async (event) => {
    const { userId, documents, expiresOn, daysLeft, notice, checkIds } = event
    const content = renderDocumentExpiring(documents, expiresOn, daysLeft)
    await notifyUsers(deps, [{ userId, cause: `document-expiring:${checkIds.join()}:${notice}`, content }])
  })

  jobs.subscribe('document.expired', SUBSCRIBER, async (event) => {
    const { userId, documents, expiresOn, isRenewing, checkIds } = event
    const content = renderDocumentExpired(documents, expiresOn, isRenewing)
    await notifyUsers(deps, [{ userId, cause: `document-expired:${checkIds.join()}`, content }])
  })

  jobs.subscribe('document.renewal-submitted', `${SUBSCRIBER}.staff`, async ({ userId, submittedAt }) => {
    const caregiver = await findUser(database, userId)
    if (!caregiver) return
    // Once a day, however many documents a caregiver renews.
    const cause = `caregiver:${userId}:renewals:${submittedAt.slice(0, 10)}`
    await notifyStaff(deps, 'support', cause, renderRenewalSubmitted(caregiver.fullName))
  })

  jobs.subscribe('document.renewal-decided', SUBSCRIBER, async ({ userId, fileId, ...decided }) => {
    const content = renderRenewalDecided(decided)
    await notifyUsers(deps, [{ userId, cause: `document-renewal:${fileId}`, content }])
  })
}
