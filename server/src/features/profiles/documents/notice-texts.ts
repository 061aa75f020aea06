import type { RenewalDecision } from '@tendwell/contract/console/documents'
import { formatFullDay } from '@tendwell/contract/format'
import { DOCUMENT_NAMES, nameDocuments } from '@tendwell/contract/profiles/document-names'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { paths } from '@tendwell/contract/routes'
import type { LocalDate } from '@tendwell/contract/time'
import { type NoticeContent, namePlaceholder } from '../../notices/index.ts'

const NEW_NAMES: Record<DocumentField, string> = {
  gov_id_front: 'the new front of your government ID',
  gov_id_back: 'the new back of your government ID',
  certificate: 'your new certificate',
}

/** The documents in a caregiver's profile, where they upload new ones. */
const DOCUMENTS_URL = `${paths.caregiverProfile}#documents`
const UPLOAD = { action_url: DOCUMENTS_URL, action_text: 'Upload a new one' }

/** To the caregiver: staff want a new file of a document. */
export function renderDocumentRequested(document: DocumentField, reason: string): NoticeContent {
  return {
    type: 'document_requested',
    subject: 'Please upload a document again',
    payload: {
      message: `We need a new copy of ${DOCUMENT_NAMES[document]}. Reason: ${reason}`,
      action_url: DOCUMENTS_URL,
      action_text: 'Upload it',
    },
  }
}

/** To the caregiver: documents expire soon, all on the same day. */
export function renderDocumentExpiring(
  documents: readonly DocumentField[],
  expiresOn: LocalDate,
  daysLeft: number,
): NoticeContent {
  const { name, isOne } = nameDocuments(documents)
  const day = formatFullDay(expiresOn)
  const when = daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
  return {
    type: 'document_expiring',
    subject: `${name} ${isOne ? 'expires' : 'expire'} on ${day}`,
    payload: {
      message: `${name} ${isOne ? 'expires' : 'expire'} ${when}, on ${day}. Upload a new one before then so families can keep finding and booking you. The current one counts until we’ve checked the new one.`,
      ...UPLOAD,
    },
  }
}

/**
 * To the caregiver: documents have expired.
 * @param isRenewing whether new files of all of them wait already
 */
export function renderDocumentExpired(
  documents: readonly DocumentField[],
  expiresOn: LocalDate,
  isRenewing: boolean,
): NoticeContent {
  const { name, isOne } = nameDocuments(documents)
  const nextStep = isRenewing
    ? 'We’re checking the new one you uploaded, and families can find you again once we’ve accepted it.'
    : 'Upload a new one so families can find you again.'
  return {
    type: 'document_expired',
    subject: `${name} ${isOne ? 'has' : 'have'} expired`,
    payload: {
      message: `${name} expired on ${formatFullDay(expiresOn)}, so families can’t find or book you for now. ${nextStep} Paid bookings aren’t affected.`,
      ...(isRenewing ? { action_url: DOCUMENTS_URL, action_text: 'View your documents' } : UPLOAD),
    },
  }
}

/** To staff: a new file of a document waits for their decision beside the old one. */
export function renderRenewalSubmitted(caregiverId: number): NoticeContent {
  const caregiverName = namePlaceholder(caregiverId)
  return {
    type: 'document_renewal_submitted',
    subject: null,
    payload: {
      caregiver_name: caregiverName,
      message: `${caregiverName} uploaded a new copy of a document. The old one stays on file until you decide.`,
      action_url: `${paths.admin}?verification=renewals`,
      action_text: 'Review',
    },
  }
}

/** To the caregiver: staff decided on the new file of a document. */
export function renderRenewalDecided(decided: {
  document: DocumentField
  decision: RenewalDecision
  reason: string
  expiresOn: LocalDate | null
  isListedAgain: boolean
}): NoticeContent {
  const { document, decision, reason, expiresOn, isListedAgain } = decided
  const name = NEW_NAMES[document]
  if (decision === 'accept') {
    const until = expiresOn ? ` It expires on ${formatFullDay(expiresOn)}.` : ''
    return {
      type: 'document_renewal_accepted',
      subject: 'Your new document was accepted',
      payload: {
        message: `We checked ${name} and accepted it.${until}${isListedAgain ? ' Families can find and book you again.' : ''}`,
        action_url: DOCUMENTS_URL,
        action_text: 'View your documents',
      },
    }
  }
  return {
    type: 'document_renewal_declined',
    subject: 'Please upload a different document',
    payload: {
      message: `We couldn’t accept ${name}, so the one you had before stays on file. Reason: ${reason}`,
      ...UPLOAD,
    },
  }
}
