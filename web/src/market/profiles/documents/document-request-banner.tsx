import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { Banner } from '../../../ui/banner.tsx'
import { documents } from './files.ts'

interface DocumentRequestBannerProps {
  profile: Pick<OwnCaregiverProfile, 'document_requests'>
}

/** Which documents are needed again. They are at the end of the screen. */
export function DocumentRequestBanner({
  profile: { document_requests: requests },
}: DocumentRequestBannerProps) {
  if (requests.length === 0) return null
  const labels = documents.filter(({ field }) => requests.some(({ document }) => document === field))
  return (
    <Banner
      tone="warning"
      title={requests.length === 1 ? 'We need a new copy of a document' : 'We need new copies of documents'}
      action={
        <a href="#documents" className="text-link inline-flex min-h-11 items-center font-semibold">
          See why
        </a>
      }
    >
      {labels.map(({ label }) => label).join(' · ')}
    </Banner>
  )
}
