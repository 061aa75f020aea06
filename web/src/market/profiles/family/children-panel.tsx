import { CHILDREN_MAXIMUM } from '@tendwell/contract/profiles/children'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ChildFields } from '../../../shared/people/child-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SaveBar } from '../save-bar.tsx'
import type { useChildrenForm } from './use-children-form.ts'

type Children = ReturnType<typeof useChildrenForm>

/** The children, five a page. */
export function ChildrenPanel({ list }: { list: Children }) {
  const { form, isDirty, submit, isPending, formError, add, remove, shown, pagination } = list
  const { count } = pagination
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = count >= CHILDREN_MAXIMUM
  const removeChild = (index: number) => {
    flushSync(() => remove(index))
    addButton.current?.focus()
  }
  const addChild = (
    <Button
      ref={addButton}
      variant="secondary"
      size="small"
      icon={<Plus className="size-4" />}
      onPress={add}
      isDisabled={isFull || isPending}
    >
      Add Child
    </Button>
  )
  return (
    <Panel
      title="Children"
      lead="Caregivers only see their ages until you’ve paid for a booking."
      actions={count > 0 && addChild}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-6">
        {count === 0 ? (
          <EmptyState
            title="No children added yet"
            hint="Tell caregivers who they’ll care for: a name, an age and anything they should know."
            action={addChild}
          />
        ) : (
          <div className="divide-y divide-line">
            {shown.map(({ id, index }) => (
              <ChildFields key={id} form={form} index={index} remove={() => removeChild(index)} />
            ))}
          </div>
        )}
        <Pagination label="Children" {...pagination} />
        <FormError message={form.formState.errors.children?.message ?? formError} />
        {(count > 0 || isDirty) && <SaveBar label="Save Children" isDirty={isDirty} isPending={isPending} />}
      </form>
    </Panel>
  )
}
