import { Column, Held } from '../../test/stories.tsx'
import { Slider } from './slider.tsx'

export default { component: Slider }

const zoom = { label: 'Zoom', minimum: 1, maximum: 3, step: 0.01, valueText: 'A part of the photo' }

export const States = () => (
  <Column>
    <Held initial={1.4}>{(field) => <Slider {...field} {...zoom} />}</Held>
    <Slider {...zoom} value={1} onChange={() => {}} isDisabled />
  </Column>
)
