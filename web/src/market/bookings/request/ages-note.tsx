import { findOtherAges } from '@tendwell/contract/profiles/care-ages'
import { nameChild } from '@tendwell/contract/profiles/child-name'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { formatList } from '../../../lib/format/format.ts'
import { formatCareAges } from '../../../shared/people/care-ages.ts'
import { usePublicCaregiverQuery } from '../../../shared/people/caregiver-api.ts'
import { formatAge } from '../../../shared/people/child-age.ts'
import { Banner } from '../../../ui/banner.tsx'

interface AgesNoteProps {
  caregiverId: number
  /** Those chosen for the visit. */
  chosen: OwnCaretakerProfile['children']
}

/** Says before a request is sent that the caregiver cares for other ages. It may be sent all the same. */
export function AgesNote({ caregiverId, chosen }: AgesNoteProps) {
  const { currentData: caregiver } = usePublicCaregiverQuery(caregiverId)
  const others = caregiver ? findOtherAges(chosen, caregiver.care_ages) : []
  if (!caregiver || others.length === 0) return null
  const names = formatList(
    others.map(({ name, ...age }) => `${nameChild({ name, ...age })} (${formatAge(age)})`),
  )
  return (
    <Banner tone="warning" title={`${caregiver.full_name} cares for ${formatCareAges(caregiver.care_ages)}`}>
      {`${names} ${others.length === 1 ? 'is' : 'are'} not of these ages. You can still send your request.`}
    </Banner>
  )
}
