import { Column, Held } from '../../test/stories.tsx'
import { TimePicker } from './time-picker.tsx'

export default { component: TimePicker }

export const States = () => (
  <Column>
    <Held initial="09:00">{(field) => <TimePicker {...field} label="Start" />}</Held>
    <TimePicker label="End" value="23:45" onChange={() => {}} error="The end must be after the start" />
  </Column>
)
