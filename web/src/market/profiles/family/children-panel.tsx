import { CHILDREN_MAXIMUM } from '@tendwell/contract/profiles/children'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { returnTo } from '../../../shared/routes/return-to.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SaveBar } from '../save-bar.tsx'
import { ChildFields } from './child-fields.tsx'
import type { useChildrenForm } from './use-children-form.ts'

type Children = ReturnType<typeof useChildrenForm>

/** The children, five a page. */
export function ChildrenPanel({ list }: { list: Children }) {
  const { form, isDirty, submit, isPending, formError, add, remove, shown, pagination } = list
  const { count } = pagination
  const { hash, search } = useLocation()
  const wanted = returnTo(search)
  const panel = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  // On a page load the router looks for the panel before the profile is here.
  useEffect(() => {
    if (hash === '#children') scrollAndFocus(panel.current)
  }, [hash])
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
      ref={panel}
      id="children"
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
        {(count > 0 || isDirty) && (
          <SaveBar label="Save Children" isDirty={isDirty} isPending={isPending}>
            {!isDirty && wanted !== paths.home && (
              <ButtonLink to={wanted} variant="secondary" className="max-sm:w-full">
                Back to your booking
              </ButtonLink>
            )}
          </SaveBar>
        )}
      </form>
    </Panel>
  )
}
