import { MODERATION_NOTE_MAXIMUM } from '@tendwell/contract/console/reports'
import { z } from 'zod'
import type { FieldProps } from '../../lib/forms/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'

export const noteSchema = z.string().max(MODERATION_NOTE_MAXIMUM)

/** A note on a decision, for staff. */
export function NoteField(field: FieldProps<string>) {
  return (
    <TextArea
      label="Note"
      isRequired={false}
      hint="Only Tendwell staff read it."
      maxLength={MODERATION_NOTE_MAXIMUM}
      rows={2}
      {...field}
    />
  )
}
