import type { StoryObj } from '@storybook/react-vite'
import { Column, Held } from '../../test/stories.tsx'
import { TagField } from './tag-field.tsx'

export default { component: TagField }

const field = { label: 'Languages', suggestions: ['English', 'French', 'Chinese', 'Portuguese'] }
const chosen = ['English', 'French', 'Portuguese', 'Swiss German', 'Brazilian sign language']

export const States = () => (
  <Column>
    <Held initial={[] as string[]}>
      {(held) => (
        <TagField {...field} {...held} placeholder="Add a language" hint="All that you speak well." />
      )}
    </Held>
    <Held initial={chosen}>{(held) => <TagField {...field} {...held} isRequired={false} />}</Held>
    <TagField {...field} value={[]} onChange={() => {}} error="Please add a language" />
    <TagField {...field} value={['English']} onChange={() => {}} isDisabled />
  </Column>
)

export const Open: StoryObj = {
  render: () => (
    <Column>
      <Held initial={['English']}>{(held) => <TagField {...field} {...held} />}</Held>
    </Column>
  ),
  play: ({ canvas, userEvent }) => userEvent.type(canvas.getByRole('combobox'), 'ch'),
}
