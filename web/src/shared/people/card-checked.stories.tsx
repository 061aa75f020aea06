import { Column } from '../../../test/stories.tsx'
import { CardChecked } from './card-checked.tsx'

export default { component: CardChecked }

export const Shown = () => (
  <Column>
    <CardChecked />
  </Column>
)
