import { Column, Held } from '../../test/stories.tsx'
import { StarField } from './star-field.tsx'
import { Stars } from './stars.tsx'

export default { component: Stars }

export const Shown = () => (
  <Column>
    <Stars rating={4.86} />
    <Stars rating={3.5} decimals={2} count={1204} />
    <Stars rating={4.9} decimals={1} count={14} isCompact />
    <Stars rating={0} />
  </Column>
)

export const Field = () => (
  <Column>
    <Held initial={undefined as number | undefined}>
      {(field) => <StarField {...field} label="Rating" />}
    </Held>
    <Held initial={4 as number | undefined}>
      {(field) => <StarField {...field} label="Rating" hint="5 stars are the best." />}
    </Held>
    <StarField label="Rating" value={undefined} onChange={() => {}} error="Please select a rating" />
    <StarField label="Rating" value={3} onChange={() => {}} isDisabled />
  </Column>
)
