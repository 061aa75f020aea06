import { Card } from './card.tsx'
import { Tabs } from './tabs.tsx'

export default { component: Tabs }

export const WithCounts = () => (
  <Card>
    <Tabs
      label="Caregivers by verification"
      items={[
        { id: 'pending', label: 'Awaiting Verification', count: 12, content: 'Twelve caregivers wait.' },
        { id: 'flagged', label: 'Flagged', count: 0, content: 'No caregivers are flagged.' },
      ]}
    />
  </Card>
)

export const Many = () => (
  <div className="max-w-form">
    <Tabs
      label="Weekdays"
      items={['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((day) => ({
        id: day,
        label: day,
        content: `The hours of ${day}.`,
      }))}
    />
  </div>
)
