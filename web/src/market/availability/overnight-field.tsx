import { mustEndNextDay } from '@tendwell/contract/availability/windows'
import { formatTime } from '@tendwell/contract/format'
import { useEffect, useEffectEvent } from 'react'
import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

interface OvernightFieldProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Of `ends_next_day`. */
  name: FieldPathByValue<Values, boolean | undefined>
  start: string
  end: string
}

/** Asks whether hours that end before they start are overnight. @see docs/rules/availability.md#nights */
export function OvernightField<Values extends FieldValues, Output>({
  form,
  name,
  start,
  end,
}: OvernightFieldProps<Values, Output>) {
  const isAsked = mustEndNextDay(start, end)
  const isOvernight = form.watch(name)
  const clear = useEffectEvent(() => form.setValue(name, false as typeof isOvernight, { shouldDirty: true }))
  useEffect(() => {
    if (isOvernight && !isAsked) clear()
  }, [isOvernight, isAsked])
  if (!isAsked) return null
  return (
    <Field form={form} name={name}>
      {({ value, onChange, onBlur }) => (
        <div className="basis-full">
          {!value && <p className="font-semibold">Ends before it starts. Is this overnight?</p>}
          <Checkbox
            value={value ?? false}
            onChange={(isTicked) => onChange(isTicked as typeof value)}
            onBlur={onBlur}
          >
            {value
              ? `Overnight: ends at ${formatTime(end)} the next day`
              : `Yes, it ends at ${formatTime(end)} the next day`}
          </Checkbox>
        </div>
      )}
    </Field>
  )
}
