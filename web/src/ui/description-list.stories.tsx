import { Column } from '../../test/stories.tsx'
import { Card } from './card.tsx'
import { DescriptionList } from './description-list.tsx'

export default { component: DescriptionList }

export const Receipt = () => (
  <Column>
    <Card>
      <DescriptionList
        items={[
          { term: 'Hours', value: '3 h at $42.00' },
          { term: 'Service fee', value: '$0.00' },
          {
            term: 'Paid with a card of a very long bank name',
            value: 'Visa ending in 4242, charged on June 1, 2026',
          },
          { term: 'Total', value: '$126.00', isTotal: true },
        ]}
      />
    </Card>
  </Column>
)
