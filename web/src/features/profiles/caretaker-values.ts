import {
  type CaretakerDetailsBody,
  type ChildrenBody,
  caretakerDetailsBody,
  childrenBody,
  type OwnCaretakerProfile,
} from '@tendwell/contract/caretakers'
import { COUNTRIES } from '@tendwell/contract/reference'
import { z } from 'zod'

export const caretakerForm = caretakerDetailsBody
export type CaretakerValues = CaretakerDetailsBody

export function toCaretakerValues(profile: OwnCaretakerProfile): CaretakerValues {
  return {
    editable_full_name: profile.full_name,
    phone_number: profile.phone_number,
    city: profile.city,
    country: COUNTRIES.find((country) => country === profile.country) ?? '',
    care_needs: profile.care_needs,
    languages: profile.languages,
    notes: profile.notes,
  }
}

/** The details that a family's profile still needs. @see docs/rules/accounts.md#profile-completeness */
export function listMissingCaretakerDetails(profile: OwnCaretakerProfile): string[] {
  const parts: [string, string][] = [
    ['your name', profile.full_name],
    ['your city', profile.city],
    ['your country', profile.country],
  ]
  return parts.filter(([, value]) => value.trim() === '').map(([part]) => part)
}

/** An age, null while the field is empty. */
const typedAge = z
  .number()
  .nullable()
  .transform((age, context) => {
    if (age !== null) return age
    context.addIssue({ code: 'custom', message: 'Age is required' })
    return z.NEVER
  })

const typedChildren = z.object({
  children: z.array(z.object({ name: z.string(), age: typedAge, notes: z.string() })),
})

export const childrenForm = typedChildren.pipe(
  // The form always has a name and notes, though maybe empty. The call may omit them.
  childrenBody as z.ZodType<ChildrenBody, z.output<typeof typedChildren>>,
)
export type ChildrenValues = z.input<typeof childrenForm>

export function toChildrenValues({ children }: OwnCaretakerProfile): ChildrenValues {
  return { children: children.map(({ name, age, notes }) => ({ name, age, notes })) }
}

export const newChild: ChildrenValues['children'][number] = { name: '', age: null, notes: '' }
