import { Row } from '../../test/stories.tsx'
import { PriceText } from './price-text.tsx'

export default { component: PriceText }

export const Sizes = () => (
  <Row>
    <PriceText usd={42} unit="/ hour" />
    <PriceText usd={126} size="large" />
    <PriceText usd={12500.5} size="huge" />
    <PriceText usd={null} />
  </Row>
)
