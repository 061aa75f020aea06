import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { expiringCertificate, listOf, ownCaregiverProfile } from '../../../../test/data.ts'
import { answering } from '../../../../test/stories.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'

function Panel(changes: Partial<OwnCaregiverProfile>) {
  return <DocumentsPanel profile={{ ...ownCaregiverProfile, ...changes }} uploads={useDocumentUploads()} />
}

export default {
  component: Panel,
  ...answering('get /api/auth/caregiver/documents/openings/', listOf([])),
}

const withCertificate = (changes: object) => ({
  args: { document_states: [{ ...expiringCertificate, ...changes }] },
})
const renewal = { url: '/api/files/new', submitted_at: '2026-05-31T11:00:00Z' }

export const Verified = {}
export const Missing = {
  args: { verification_status: 'pending', gov_id_front: null, gov_id_back: null, certificate: null },
}
export const NewCopyNeeded = {
  args: {
    document_requests: [
      {
        document: 'certificate',
        reason: 'The right side is cut off.',
        requested_at: '2026-05-30T12:00:00Z',
      },
    ],
  },
}
export const Expiring = withCertificate({})
export const Expired = withCertificate({ is_expired: true, is_expiring: false })
export const Renewing = withCertificate({ renewal })
export const RenewalDeclined = withCertificate({ decline_reason: 'The date is covered by a thumb.' })
