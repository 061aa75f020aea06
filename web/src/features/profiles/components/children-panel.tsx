import {
  CHILD_AGE_MAXIMUM,
  CHILD_AGE_MINIMUM_WITHOUT_DETAILS,
  CHILD_NAME_MAXIMUM,
  CHILDREN_MAXIMUM,
} from '@tendwell/contract/caretakers'
import { CARETAKER_TEXT_LIMITS } from '@tendwell/contract/reference'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Field } from '../../../lib/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { useChildrenForm } from '../hooks/use-children-form.ts'
import { SaveBar } from './save-bar.tsx'

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
      icon={<Plus className="size-4" aria-hidden="true" />}
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

interface ChildFieldsProps {
  form: Children['form']
  index: number
  remove: () => void
}

function ChildFields({ form, index, remove }: ChildFieldsProps) {
  const place = `Child ${index + 1}`
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_8.5rem_minmax(0,1.4fr)_2.75rem]">
      <legend className="sr-only">{place}</legend>
      <p className="self-center font-display text-17 sm:hidden" aria-hidden="true">
        {place}
      </p>
      <IconButton
        label={`Remove ${place}`}
        icon={<Trash2 className="size-4" aria-hidden="true" />}
        onPress={remove}
        className="justify-self-end sm:order-last sm:mt-8"
      />
      <Field form={form} name={`children.${index}.name`}>
        {(field) => (
          <TextField label="Child name" placeholder={place} maxLength={CHILD_NAME_MAXIMUM} {...field} />
        )}
      </Field>
      <Field form={form} name={`children.${index}.age`}>
        {(field) => (
          <NumberField
            label="Age"
            minValue={CHILD_AGE_MINIMUM_WITHOUT_DETAILS}
            maxValue={CHILD_AGE_MAXIMUM}
            commitBehavior="validate"
            {...field}
          />
        )}
      </Field>
      <Field form={form} name={`children.${index}.notes`}>
        {(field) => (
          <TextArea
            label="Notes"
            isRequired={false}
            rows={1}
            maxLength={CARETAKER_TEXT_LIMITS.childNotes}
            className="max-sm:col-span-2"
            {...field}
          />
        )}
      </Field>
    </fieldset>
  )
}
