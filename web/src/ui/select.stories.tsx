import type { StoryObj } from '@storybook/react-vite'
import { Column, Held } from '../../test/stories.tsx'
import { Select } from './select.tsx'

export default { component: Select }

const options = [
  { id: 'payment', label: 'Payment Related' },
  { id: 'schedule', label: 'Schedule Problems', note: 'Late, early or missed hours.' },
  { id: 'other', label: 'Something that none of the other types of a dispute describes well enough' },
]

export const States = () => (
  <Column>
    <Held initial={null as string | null}>
      {(field) => <Select {...field} label="Type" options={options} />}
    </Held>
    <Held initial={'schedule' as string | null}>
      {(field) => (
        <Select {...field} label="Type" options={options} isRequired={false} hint="What it is about." />
      )}
    </Held>
    <Select
      label="Type"
      options={options}
      value={null}
      onChange={() => {}}
      error="Please select a dispute type"
    />
    <Select label="Type" options={options} value="payment" onChange={() => {}} isDisabled />
    <Held initial={'other' as string | null}>
      {(field) => <Select {...field} label="Type" options={options} isLabelHidden className="w-52" />}
    </Held>
  </Column>
)

export const Open: StoryObj = {
  render: () => (
    <Column>
      <Select label="Type" options={options} value="schedule" onChange={() => {}} />
    </Column>
  ),
  play: ({ canvas, userEvent }) => userEvent.click(canvas.getByRole('button')),
}
