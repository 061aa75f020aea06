import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle } from 'react'
import { useZodForm } from '../../../lib/forms/form.tsx'
import type { InnerForm } from '../../../lib/forms/inner-form.ts'
import { isComposing } from '../../../lib/forms/is-composing.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { ChildBasics } from '../../../shared/people/child-fields.tsx'
import { childrenForm, newChild, toChildrenValues } from '../../../shared/people/children-values.ts'
import { useSaveCaretakerProfileMutation } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'

export interface AddChildProps {
  ref?: Ref<InnerForm>
  family: OwnCaretakerProfile
  /** @param id of the new child */
  onAdded: (id: number) => void
  onCancel: () => void
}

/** A small form that adds a child to the family's profile. It is no `<form>`, because it may be inside one. */
export function AddChild({ ref, family, onAdded, onCancel }: AddChildProps) {
  const known = toChildrenValues(family).children
  const index = known.length
  const form = useZodForm(childrenForm, { defaultValues: { children: [...known, newChild] } })
  const { setFocus, setError } = form
  const [save] = useSaveCaretakerProfileMutation()
  const first = `children.${index}.name` as const
  useEffect(() => setFocus(first), [setFocus, first])
  useImperativeHandle(ref, () => ({
    remind: () => setError(first, { message: 'Add this child or cancel it' }, { shouldFocus: true }),
  }))
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => save(body).unwrap(),
    success: 'Child added',
    failure: 'Failed to add the child',
    // Such as a due date that has passed. These children's fields are not here.
    onInvalid: ({ children }) =>
      children?.[index] ? undefined : 'Update your other children’s ages in your profile first',
    onSuccess: ({ children }) => {
      const added = children.find(({ id }) => !family.children.some((child) => child.id === id))
      if (added) onAdded(added.id)
    },
  })
  const submitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!isPending) void submit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field does what the button does
    <div onKeyDown={submitByEnter} className="flex flex-col gap-4 rounded-card bg-sand p-4 sm:p-5">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,1fr)_9rem_10.5rem]">
        <ChildBasics form={form} index={index} />
      </div>
      <FormError message={form.formState.errors.children?.message ?? formError} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" isPending={isPending} onPress={() => void submit()}>
          {isPending ? 'Adding…' : 'Add Child'}
        </Button>
        <Button variant="quiet" size="small" onPress={onCancel} isDisabled={isPending}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
