import type { OwnCaretakerProfile } from '@tendwell/contract/caretakers'
import type { CaretakerValues } from './caretaker-values.ts'
import { PreviewCard } from './preview-card.tsx'
import { Words } from './words.tsx'

interface CaretakerPreviewProps {
  profile: Pick<OwnCaretakerProfile, 'avatar'>
  /** As they stand in the form, saved or not. */
  values: CaretakerValues
}

/** The profile as caregivers will see it, while it is being written. */
export function CaretakerPreview({ profile, values }: CaretakerPreviewProps) {
  return (
    <PreviewCard
      whose="caretaker"
      avatar={profile.avatar}
      values={values}
      placeHint="Where you live"
      text={values.notes}
      textHint="A few sentences about your home will stand here."
    >
      <Words label="Care needs" words={values.care_needs} />
      <Words label="Languages" words={values.languages} />
    </PreviewCard>
  )
}
