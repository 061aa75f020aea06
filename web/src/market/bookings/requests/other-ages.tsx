import { findOtherAges } from '@tendwell/contract/profiles/care-ages'
import type { ChildAge } from '@tendwell/contract/profiles/child-age'
import { TriangleAlert } from 'lucide-react'
import { formatList } from '../../../lib/format/format.ts'
import { formatAge } from '../../../shared/people/child-age.ts'
import { useOwnCaregiverProfileQuery } from '../../../shared/people/own-profile-api.ts'

/** Which of the children are not of the ages that the caregiver who reads it cares for. */
export function OtherAges({ visitChildren }: { visitChildren: readonly ChildAge[] }) {
  const { data: profile } = useOwnCaregiverProfileQuery()
  const others = findOtherAges(visitChildren, profile?.care_ages ?? [])
  if (others.length === 0) return null
  const ages = [...new Set(others.map((child) => formatAge(child)))]
  return (
    <span className="flex items-start gap-1.5 text-13 font-semibold text-gold-ink">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      {`Not among the ages you care for: ${formatList(ages)}`}
    </span>
  )
}
