import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { LabelledPills } from '../labelled-pills.tsx'
import { PreviewCard } from '../preview-card.tsx'
import type { CaretakerValues } from './family-values.ts'

interface FamilyPreviewProps {
  profile: Pick<OwnCaretakerProfile, 'avatar'>
  /** The form's values, saved or not. */
  values: CaretakerValues
}

/** The profile as caregivers will see it, updated while it is edited. */
export function FamilyPreview({ profile, values }: FamilyPreviewProps) {
  return (
    <PreviewCard
      profileRole="caretaker"
      avatar={profile.avatar}
      values={values}
      placeHint="Add your city"
      text={values.notes}
      textHint="Your notes will appear here."
    >
      <LabelledPills label="Care needs" words={values.care_needs} />
      <LabelledPills label="Languages" words={values.languages} />
    </PreviewCard>
  )
}
