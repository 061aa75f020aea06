import { Column, Held } from '../../test/stories.tsx'
import { DateField } from './date-field.tsx'

export default { component: DateField }

export const States = () => (
  <Column>
    <Held initial="">{(field) => <DateField {...field} label="Date" />}</Held>
    <Held initial="2026-06-02">
      {(field) => (
        <DateField {...field} label="Date" isRequired={false} hint="The first day of your leave." />
      )}
    </Held>
    <DateField label="Date" value="2026-05-02" onChange={() => {}} error="Choose a day that is not over" />
    <DateField label="Date" value="2026-06-02" onChange={() => {}} isDisabled />
  </Column>
)
