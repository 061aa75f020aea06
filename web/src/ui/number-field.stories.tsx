import { Column, Held } from '../../test/stories.tsx'
import { NumberField } from './number-field.tsx'

export default { component: NumberField }

export const States = () => (
  <Column>
    <Held initial={null as number | null}>{(field) => <NumberField {...field} label="Age" />}</Held>
    <Held initial={30 as number | null}>
      {(field) => (
        <NumberField
          {...field}
          label="Buffer"
          step={15}
          isRequired={false}
          hint="Minutes between two bookings."
        />
      )}
    </Held>
    <NumberField label="Age" value={40} onChange={() => {}} error="Enter an age from 0 to 17" />
    <NumberField label="Age" value={3} onChange={() => {}} isDisabled />
  </Column>
)
