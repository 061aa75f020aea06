import type { StoryObj } from '@storybook/react-vite'
import { Column, Held } from '../../test/stories.tsx'
import { ComboBox } from './combo-box.tsx'

export default { component: ComboBox }

const options = ['France', 'Germany', 'United Kingdom', 'United States'].map((name) => ({
  id: name,
  label: name,
}))

export const States = () => (
  <Column>
    <Held initial={null as string | null}>
      {(field) => <ComboBox {...field} label="Country" options={options} placeholder="Choose a country" />}
    </Held>
    <Held initial={'France' as string | null}>
      {(field) => (
        <ComboBox {...field} label="Country" options={options} isRequired={false} hint="Where you live." />
      )}
    </Held>
    <ComboBox
      label="Country"
      options={options}
      value={null}
      onChange={() => {}}
      error="Please select a country"
    />
    <ComboBox label="Country" options={options} value="France" onChange={() => {}} isDisabled />
  </Column>
)

export const Open: StoryObj = {
  render: () => (
    <Column>
      <Held initial={null as string | null}>
        {(field) => <ComboBox {...field} label="Country" options={options} />}
      </Held>
    </Column>
  ),
  play: ({ canvas, userEvent }) => userEvent.type(canvas.getByRole('combobox'), 'United'),
}

export const NothingFound: StoryObj = {
  ...Open,
  play: ({ canvas, userEvent }) => userEvent.type(canvas.getByRole('combobox'), 'Atlantis'),
}
