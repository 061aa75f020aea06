import { CHILD_AGE_MAXIMUM, CHILD_MONTHS_MAXIMUM, getDueDates } from '@tendwell/contract/profiles/child-age'
import { CHILD_AGE_MINIMUM_WITHOUT_DETAILS, CHILD_NAME_MAXIMUM } from '@tendwell/contract/profiles/children'
import { CARETAKER_TEXT_LIMITS } from '@tendwell/contract/reference'
import { Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { Field, type useZodForm } from '../../lib/forms/form.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { getToday } from './child-age.ts'
import type { AgeUnit, childrenForm } from './children-values.ts'

interface ChildProps {
  form: ReturnType<typeof useZodForm<typeof childrenForm>>
  index: number
}

const toPlace = (index: number) => `Child ${index + 1}`

export function ChildFields({ form, index, remove }: ChildProps & { remove: () => void }) {
  const place = toPlace(index)
  return (
    <fieldset className="grid grid-cols-2 items-start gap-x-4 gap-y-3 py-6 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_9rem_10.5rem_2.75rem]">
      <legend className="sr-only">{place}</legend>
      <p className="self-center font-display text-17 sm:hidden" aria-hidden="true">
        {place}
      </p>
      <IconButton
        label={`Remove ${place}`}
        icon={<Trash2 className="size-4" />}
        onPress={remove}
        className="justify-self-end sm:order-1 sm:mt-8"
      />
      <ChildBasics form={form} index={index} />
      <Field form={form} name={`children.${index}.notes`}>
        {(field) => (
          <TextArea
            label="Notes"
            isRequired={false}
            rows={1}
            maxLength={CARETAKER_TEXT_LIMITS.childNotes}
            className="col-span-2 sm:order-1 sm:col-span-3"
            {...field}
          />
        )}
      </Field>
    </fieldset>
  )
}

/** The name and the age, in a grid of two columns or three. */
export function ChildBasics({ form, index }: ChildProps) {
  return (
    <>
      <Field form={form} name={`children.${index}.name`}>
        {(field) => (
          <TextField
            label="Child name"
            placeholder={toPlace(index)}
            maxLength={CHILD_NAME_MAXIMUM}
            className="max-sm:col-span-2"
            {...field}
          />
        )}
      </Field>
      <AgeFields form={form} index={index} />
    </>
  )
}

const units: { id: AgeUnit; label: string }[] = [
  { id: 'years', label: 'Years' },
  { id: 'months', label: 'Months' },
  { id: 'due', label: 'Due date' },
]

/**
 * The unit, and the age in it. A hint that went away while someone types would move the button they are about
 * to press.
 */
function AgeFields({ form, index }: ChildProps) {
  const [unit, dueDate] = useWatch({
    control: form.control,
    name: [`children.${index}.unit`, `children.${index}.due_date`],
  })
  const today = getToday()
  const dueDates = getDueDates(today)
  return (
    <>
      <Field form={form} name={`children.${index}.unit`}>
        {(field) => (
          <Select
            label="Age in"
            options={units}
            hint={unit === 'years' && 'Choose months for a baby under one.'}
            {...field}
          />
        )}
      </Field>
      {unit === 'due' ? (
        <Field form={form} name={`children.${index}.due_date`}>
          {(field) => (
            <DateField
              label="Due date"
              minDay={dueDates.first}
              maxDay={dueDates.last}
              hint={dueDate && dueDate < today && 'Born already? Change “Age in” to months.'}
              {...field}
            />
          )}
        </Field>
      ) : unit === 'months' ? (
        <Field form={form} name={`children.${index}.age_months`}>
          {(field) => <NumberField label="Age" minimum={0} maximum={CHILD_MONTHS_MAXIMUM} {...field} />}
        </Field>
      ) : (
        <Field form={form} name={`children.${index}.age`}>
          {(field) => (
            <NumberField
              label="Age"
              minimum={CHILD_AGE_MINIMUM_WITHOUT_DETAILS}
              maximum={CHILD_AGE_MAXIMUM}
              {...field}
            />
          )}
        </Field>
      )}
    </>
  )
}
