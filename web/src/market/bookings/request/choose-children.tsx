import { nameChild } from '@tendwell/contract/profiles/child-name'
import { CHILDREN_MAXIMUM } from '@tendwell/contract/profiles/children'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { Plus } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import type { InnerForm } from '../../../lib/forms/inner-form.ts'
import { formatAge } from '../../../shared/people/child-age.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { OptionalLegend } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { AddChildProps } from './add-child.tsx'
import type { Preselection } from './use-visit.ts'

const AddChild = lazyTool<AddChildProps>(async () => (await import('./add-child.tsx')).AddChild)

const reasons: Record<Preselection, string> = {
  'as last time': 'Chosen as in your last request. Change it as you like.',
  everyone: 'Chosen for you. Untick anyone who doesn’t need care.',
}

interface ChooseChildrenProps {
  /** Below the children, such as that the caregiver cares for other ages. */
  note?: ReactNode
  family: OwnCaretakerProfile
  /** Ids of the chosen children. */
  chosen: readonly number[]
  preselection: Preselection | null
  onChange: (chosen: number[]) => void
  error: string | undefined
  ref: Ref<HTMLFieldSetElement>
  /** The form that adds a child, while it is open. */
  newChildRef: Ref<InnerForm>
}

/** The family's children, of whom any can be chosen, and a form to add one, who is then chosen. */
export function ChooseChildren(props: ChooseChildrenProps) {
  const { note, family, chosen, preselection, onChange, error, ref, newChildRef } = props
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const choose = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  const close = () => {
    flushSync(() => setAdding(false))
    addButton.current?.focus()
  }
  return (
    <fieldset ref={ref} tabIndex={-1} className="flex flex-col gap-1 outline-none">
      <OptionalLegend>Who needs care?</OptionalLegend>
      <FormError message={error} />
      {preselection && <p className="text-13 text-ink-soft">{reasons[preselection]}</p>}
      <div className="grid gap-x-5 sm:grid-cols-2">
        {family.children.map(({ id, name, ...age }) => (
          <Checkbox key={id} value={chosen.includes(id)} onChange={(isChosen) => choose(id, isChosen)}>
            <span className="min-w-0 wrap-anywhere">
              {nameChild({ name, ...age })} <span className="text-ink-soft">{formatAge(age)}</span>
            </span>
          </Checkbox>
        ))}
      </div>
      {note}
      {isAdding ? (
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <AddChild
            ref={newChildRef}
            family={family}
            onAdded={(id) => {
              choose(id, true)
              close()
            }}
            onCancel={close}
          />
        </Suspense>
      ) : (
        family.children.length < CHILDREN_MAXIMUM && (
          <Button
            ref={addButton}
            variant="secondary"
            size="small"
            icon={<Plus className="size-4" />}
            onPress={() => setAdding(true)}
            className="mt-1 self-start"
          >
            {family.children.length === 0 ? 'Add a child' : 'Add another child'}
          </Button>
        )
      )}
    </fieldset>
  )
}
