import { Column, Held } from '../../test/stories.tsx'
import { ToggleGroup } from './toggle-group.tsx'

export default { component: ToggleGroup }

const days = [
  { id: 1, label: 'Mon', name: 'Monday' },
  { id: 2, label: 'Tue', name: 'Tuesday' },
  { id: 3, label: 'Wed', name: 'Wednesday' },
]

export const States = () => (
  <Column>
    <Held initial={[] as number[]}>{(field) => <ToggleGroup {...field} label="Days" options={days} />}</Held>
    <Held initial={[1, 2]}>{(field) => <ToggleGroup {...field} label="Days" options={days} />}</Held>
    <ToggleGroup label="Days" options={days} value={[]} onChange={() => {}} error="Choose at least one day" />
  </Column>
)
