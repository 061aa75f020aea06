import { formatMoney } from '../lib/format/format.ts'
import { isPlainAmount, keepAmountCharacters, readAmount } from '../lib/forms/typed-amount.ts'
import { type NumericFieldProps, TypedNumberField } from './typed-number-field.tsx'

const notation = {
  keep: keepAmountCharacters,
  read: readAmount,
  step: (usd: number, by: number) => Math.round((usd + by) * 100) / 100,
  write: (usd: number) => usd.toFixed(2),
  explain: (typed: string, usd: number) => (isPlainAmount(typed) ? undefined : `That’s ${formatMoney(usd)}.`),
  unread: 'Write the amount as in 9.50',
}

/** US dollars with at most two decimals, shown with two after leaving the field. */
export function MoneyField(props: NumericFieldProps) {
  return <TypedNumberField {...props} notation={notation} prefix="$" inputMode="decimal" />
}
