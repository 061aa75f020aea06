import { isRenewable } from '@tendwell/contract/profiles/document-expiry'
import { DOCUMENT_FIELDS, type DocumentField, type DocumentState } from '@tendwell/contract/profiles/profiles'
import { toLocalDate, type Zone } from '@tendwell/contract/time'
import { DOCUMENT_COLUMNS } from '../caregivers/store.ts'
import type { DocumentFileIds } from '../caregivers/verification.ts'
import type { DocumentCheck } from './checks-store.ts'
import type { Renewal } from './renewals-store.ts'

type Profile = DocumentFileIds & { timezone: Zone }

/**
 * Whether a new file of a verified caregiver's document counts as a renewal: the document expires soon or has
 * expired, or staff asked for a new copy.
 * @param check the latest check of the document's file
 */
export function canRenew(check: DocumentCheck | undefined, zone: Zone, now: Date): boolean {
  if (!check) return false
  return check.result === 'ask_again' || check.isExpired || isExpiring(check, zone, now)
}

function isExpiring({ expiresOn, isExpired }: DocumentCheck, zone: Zone, now: Date): boolean {
  if (expiresOn === null || isExpired) return false
  return isRenewable(expiresOn, toLocalDate(now.getTime(), zone))
}

/**
 * The documents on file as their owner sees them.
 * @param papers the checks of the files, by file id, and the renewals
 * @param options.linkTo makes a link to a file for the owner
 */
export function toDocumentStates(
  profile: Profile,
  papers: { checks: ReadonlyMap<string, DocumentCheck>; renewals: readonly Renewal[] },
  { now, linkTo }: { now: Date; linkTo: (fileId: string) => string },
): DocumentState[] {
  const toRenewal = (document: DocumentField) => {
    const renewal = papers.renewals.find((candidate) => candidate.document === document)
    if (!renewal) return { renewal: null, decline_reason: null }
    const { fileId, declineReason, submittedAt } = renewal
    return {
      renewal: fileId === null ? null : { url: linkTo(fileId), submitted_at: submittedAt.toISOString() },
      decline_reason: declineReason,
    }
  }
  return DOCUMENT_FIELDS.flatMap((document) => {
    const fileId = profile[DOCUMENT_COLUMNS[document]]
    if (fileId === null) return []
    const check = papers.checks.get(fileId)
    return {
      document,
      is_checked: check?.result === 'ok' && !check.isOutdated,
      expires_on: check?.expiresOn ?? null,
      is_expired: check?.isExpired ?? false,
      is_expiring: check !== undefined && isExpiring(check, profile.timezone, now),
      can_renew: canRenew(check, profile.timezone, now),
      ...toRenewal(document),
    }
  })
}
