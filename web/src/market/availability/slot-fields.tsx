import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { NumberField } from '../../ui/number-field.tsx'

interface SlotFieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Of `slot_minutes` and `buffer_minutes`. */
  names: Record<'slot' | 'buffer', FieldPathByValue<Values, number | undefined>>
}

/** Into how long slots a window is cut, and the buffer after each. @see docs/rules/availability.md#slots */
export function SlotFields<Values extends FieldValues, Output>({
  form,
  names,
}: SlotFieldsProps<Values, Output>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {([names.slot, names.buffer] as const).map((name, index) => (
        <Field key={name} form={form} name={name}>
          {({ value, onChange, ...field }) => (
            <NumberField
              label={index === 0 ? 'Slot minutes' : 'Buffer minutes'}
              step={5}
              value={value === undefined || Number.isNaN(value) ? null : value}
              onChange={(next) => onChange((next ?? Number.NaN) as typeof value)}
              {...field}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
