import { Column } from '../../test/stories.tsx'
import { WordRow } from '../market/availability/word-row.tsx'
import { DotRow } from './dot-row.tsx'

export default { component: DotRow }

export const Dots = () => (
  <Column>
    <DotRow words={['Tue, Jun 2', '9:00 AM – 12:00 PM', '3 hours']} />
    <DotRow
      words={[
        'Tuesday, June 2',
        '9:00 AM – 12:00 PM (New York time)',
        '3 hours',
        'Booking #31',
        'Opened June 1',
      ]}
    />
  </Column>
)

export const Commas = () => (
  <Column>
    <p>
      <WordRow
        words={['9:00 AM – 12:00 PM', '1:00 PM – 3:30 PM', '5:00 PM – 8:00 PM', '10:00 PM – 6:00 AM']}
      />
    </p>
  </Column>
)
