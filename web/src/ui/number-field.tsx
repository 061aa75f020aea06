import { isPlainAmount, keepNumberCharacters, readNumber } from '../lib/forms/typed-amount.ts'
import { type NumericFieldProps, TypedNumberField } from './typed-number-field.tsx'

const notation = {
  keep: keepNumberCharacters,
  read: readNumber,
  /** From a fraction to the next whole number. */
  step: (value: number, by: number) => (by > 0 ? Math.floor(value) : Math.ceil(value)) + by,
  write: String,
  explain: (typed: string, value: number) =>
    isPlainAmount(typed.replace('-', '')) ? undefined : `That’s ${value.toLocaleString('en-US')}.`,
  unread: 'Write one number, as in 45',
}

/** A whole number, such as minutes or an age. A fraction is left to the form, which refuses it. */
export function NumberField(props: NumericFieldProps) {
  return <TypedNumberField {...props} notation={notation} inputMode="numeric" />
}
