import { Column } from '../../test/stories.tsx'
import { Card } from './card.tsx'

export default { component: Card }

export const Tones = () => (
  <Column>
    <Card>Raised: what a screen is about.</Card>
    <Card tone="quiet">Quiet: an aside beside it.</Card>
  </Column>
)
