import { Baby, House } from 'lucide-react'
import { Column, Held } from '../../test/stories.tsx'
import { RadioGroup } from './radio-group.tsx'

export default { component: RadioGroup }

const options = [
  { id: 'caretaker', label: 'Family', note: 'I am looking for care.' },
  { id: 'caregiver', label: 'Caregiver', note: 'I offer care.' },
] as const
type Role = (typeof options)[number]['id']

export const States = () => (
  <Column>
    <Held initial={null as Role | null}>
      {(field) => <RadioGroup {...field} label="I am a" options={options} />}
    </Held>
    <Held initial={'caregiver' as Role | null}>
      {(field) => (
        <RadioGroup {...field} label="I am a" options={options} hint="You can’t change it later." />
      )}
    </Held>
    <RadioGroup
      label="I am a"
      options={options}
      value={null}
      onChange={() => {}}
      error="Please select a role"
    />
    <RadioGroup label="I am a" options={options} value="caretaker" onChange={() => {}} isDisabled />
  </Column>
)

export const InARow = () => (
  <Column>
    <Held initial={'caretaker' as Role | null}>
      {(field) => (
        <RadioGroup
          {...field}
          label="I am a"
          isRow
          options={[
            { ...options[0], icon: <House className="size-5" /> },
            { ...options[1], icon: <Baby className="size-5" /> },
          ]}
        />
      )}
    </Held>
  </Column>
)
