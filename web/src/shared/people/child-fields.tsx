import {
  CHILD_AGE_MAXIMUM,
  CHILD_MONTHS_MAXIMUM,
  getDueDates,
  listBirthYears,
} from '@tendwell/contract/profiles/child-age'
import { nameByPlace, nameChild } from '@tendwell/contract/profiles/child-name'
import { CHILD_AGE_MINIMUM_WITHOUT_DETAILS, CHILD_NAME_MAXIMUM } from '@tendwell/contract/profiles/children'
import { CARETAKER_TEXT_LIMITS } from '@tendwell/contract/reference'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { formatMonth } from '../../lib/format/format.ts'
import { Field, type useZodForm } from '../../lib/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
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

export function ChildFields({ form, index, remove }: ChildProps & { remove: () => void }) {
  const place = nameByPlace(index)
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
  const unit = useWatch({ control: form.control, name: `children.${index}.unit` })
  return (
    <>
      <Field form={form} name={`children.${index}.name`}>
        {(field) => (
          <TextField
            label="Child name"
            placeholder={unit === 'due' ? 'Baby' : nameByPlace(index)}
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

/** The fields of the age as it is given, and buttons for the other ways to give it. */
function AgeFields({ form, index }: ChildProps) {
  const unit = useWatch({ control: form.control, name: `children.${index}.unit` })
  return (
    <>
      {unit === 'born' ? (
        <BirthMonthFields form={form} index={index} />
      ) : unit === 'due' ? (
        <DueDateField form={form} index={index} />
      ) : (
        <TypedAgeField form={form} index={index} unit={unit} />
      )}
      <AgeUnits form={form} index={index} unit={unit} />
    </>
  )
}

function BirthMonthFields({ form, index }: ChildProps) {
  return (
    <>
      <Field form={form} name={`children.${index}.month`}>
        {(field) => <Select label="Birth month" options={months} placeholder="Month" {...field} />}
      </Field>
      <Field form={form} name={`children.${index}.year`}>
        {(field) => (
          <Select
            label="Year"
            options={listBirthYears(getToday()).map((year) => ({ id: String(year), label: String(year) }))}
            placeholder="Year"
            {...field}
          />
        )}
      </Field>
    </>
  )
}

const months = Array.from({ length: 12 }, (_, index) => {
  const id = String(index + 1).padStart(2, '0')
  return { id, label: formatMonth(`2024-${id}`) }
})

function DueDateField({ form, index }: ChildProps) {
  const { first, last } = getDueDates(getToday())
  return (
    <Field form={form} name={`children.${index}.due_date`}>
      {(field) => (
        <DateField label="Due date" minDay={first} maxDay={last} className="col-span-2" {...field} />
      )}
    </Field>
  )
}

function TypedAgeField({ form, index, unit }: ChildProps & { unit: 'years' | 'months' }) {
  return unit === 'years' ? (
    <Field form={form} name={`children.${index}.age`}>
      {(field) => (
        <NumberField
          label="Age"
          minimum={CHILD_AGE_MINIMUM_WITHOUT_DETAILS}
          maximum={CHILD_AGE_MAXIMUM}
          className="col-span-2"
          {...field}
        />
      )}
    </Field>
  ) : (
    <Field form={form} name={`children.${index}.age_months`}>
      {(field) => (
        <NumberField
          label="Age in months"
          minimum={0}
          maximum={CHILD_MONTHS_MAXIMUM}
          className="col-span-2"
          {...field}
        />
      )}
    </Field>
  )
}

/** The first field of each way to give an age. */
const firstFields = { born: 'month', due: 'due_date', years: 'age' } as const

/** The other ways to give the age. A birth month that was there when the fields opened needs none. */
function AgeUnits({ form, index, unit }: ChildProps & { unit: AgeUnit }) {
  const [hadBirthMonth] = useState(() => form.getValues(`children.${index}.year`) !== '')
  const [name, dueDate] = useWatch({
    control: form.control,
    name: [`children.${index}.name`, `children.${index}.due_date`],
  })
  if (hadBirthMonth && unit === 'born') return null
  const isDue = unit === 'due' && dueDate !== '' && dueDate < getToday()
  const labels = {
    born: isDue
      ? `${nameChild({ name, due_date: dueDate }, 'Your baby')} is here? Add the birth month`
      : 'Or the birth month',
    years: 'Or just the age',
    due: 'Not born yet?',
  }
  const change = (next: keyof typeof labels) => {
    flushSync(() => form.setValue(`children.${index}.unit`, next, { shouldDirty: true }))
    form.setFocus(`children.${index}.${firstFields[next]}`)
  }
  const others = (['born', 'years', 'due'] as const).filter(
    (other) => other !== unit && !(unit === 'due' && other === 'years'),
  )
  return (
    <div className="-mx-3.5 -mt-2 col-span-2 flex flex-wrap sm:order-1 sm:col-start-2 sm:col-span-3">
      {others.map((other) => (
        <Button key={other} variant="quiet" size="small" onPress={() => change(other)}>
          {labels[other]}
        </Button>
      ))}
    </div>
  )
}
