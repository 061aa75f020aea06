import { Column, Held } from '../../test/stories.tsx'
import { Switch } from './switch.tsx'

export default { component: Switch }

const words = { on: 'Active', off: 'Inactive' }

export const States = () => (
  <Column>
    <Held<boolean> initial>
      {(field) => <Switch {...field} words={words} aria-label="Account of Nora Lind" />}
    </Held>
    <Held initial={false}>
      {(field) => <Switch {...field} words={words} aria-label="Account of Fay Hart" />}
    </Held>
    <Switch value onChange={() => {}} words={words} aria-label="Account of Ada Moss" isDisabled />
    <Switch value={false} onChange={() => {}} words={words} aria-label="Account of Omar Haddad" isDisabled />
  </Column>
)
