import { Column, Held } from '../../test/stories.tsx'
import { MoneyField } from './money-field.tsx'

export default { component: MoneyField }

export const States = () => (
  <Column>
    <Held initial={null as number | null}>{(field) => <MoneyField {...field} label="Amount" />}</Held>
    <Held initial={42.5 as number | null}>
      {(field) => (
        <MoneyField {...field} label="Hourly rate" isRequired={false} hint="From $15.00 to $200.00." />
      )}
    </Held>
    <MoneyField label="Amount" value={9000} onChange={() => {}} error="You have $1,250.50 to withdraw" />
    <MoneyField label="Amount" value={42} onChange={() => {}} isDisabled />
  </Column>
)
