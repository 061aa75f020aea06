import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '../../lib/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { formatLength, getWholeLength, type WindowTimes } from './slot-length.ts'

interface SlotFieldsProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>
  /** Of `slot_minutes` and `buffer_minutes`. */
  names: Record<'slot' | 'buffer', FieldPathByValue<Values, number | undefined>>
  /** Of the window that is cut. */
  times: WindowTimes
}

/** Into how long slots a window is cut, and the buffer after each. @see docs/rules/availability.md#slots */
export function SlotFields<Values extends FieldValues, Output>({
  form,
  names,
  times,
}: SlotFieldsProps<Values, Output>) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {(['slot', 'buffer'] as const).map((part) => (
        <Field key={part} form={form} name={names[part]}>
          {({ value, onChange, ...field }) => {
            const minutes = value === undefined || Number.isNaN(value) ? null : (value as number)
            return (
              <div className="flex flex-col gap-2">
                <NumberField
                  label={part === 'slot' ? 'Slot minutes' : 'Buffer minutes'}
                  hint={
                    part === 'slot' ? explainSlot(minutes, times) : 'Time you keep free after each visit.'
                  }
                  step={5}
                  value={minutes}
                  onChange={(next) => onChange((next ?? Number.NaN) as typeof value)}
                  {...field}
                />
                {part === 'slot' && (
                  <WholeWindow
                    times={times}
                    minutes={minutes}
                    onChoose={(whole) => {
                      onChange(whole as typeof value)
                      form.setFocus(names.slot)
                    }}
                  />
                )}
              </div>
            )
          }}
        </Field>
      ))}
    </div>
  )
}

function explainSlot(minutes: number | null, { endsNextDay }: WindowTimes): string {
  const length = minutes !== null && minutes >= 60 ? ` (${formatLength(minutes)})` : ''
  const night = endsNextDay ? ' For a whole night, choose its full length.' : ''
  return `Families book in steps of this length${length}.${night}`
}

interface WholeWindowProps {
  times: WindowTimes
  /** The length of a slot now. */
  minutes: number | null
  onChoose: (minutes: number) => void
}

/** Makes the whole window one slot, such as a night. */
function WholeWindow({ times, minutes, onChoose }: WholeWindowProps) {
  const whole = getWholeLength(times)
  if (whole === null || whole === minutes) return null
  return (
    <Button variant="secondary" size="small" onPress={() => onChoose(whole)} className="self-start">
      {`The whole window (${formatLength(whole)})`}
    </Button>
  )
}
