import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { TimePicker } from '../../ui/time-picker.tsx'

interface TimeFieldProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  name: FieldPathByValue<Values, string>
  label: string
}

/** A time of a form. */
export function TimeField<Values extends FieldValues, Output>({
  form,
  name,
  label,
}: TimeFieldProps<Values, Output>) {
  return (
    <Field form={form} name={name}>
      {({ value, onChange, error, ref }) => (
        <TimePicker
          label={label}
          value={value}
          onChange={(time) => onChange(time as typeof value)}
          error={error}
          ref={ref}
        />
      )}
    </Field>
  )
}
