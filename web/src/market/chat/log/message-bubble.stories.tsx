import { Column } from '../../../../test/stories.tsx'
import { ContactNote } from './contact-note.tsx'
import { MessageBubble } from './message-bubble.tsx'

export default {}

const text = 'You can reach me on +1 212 555 0142 after school.'

export const WithContactDetails = {
  render: () => (
    <Column>
      <MessageBubble isOwn author="You" text={text} note={<ContactNote isOwn />} footer="10:02 AM" />
      <MessageBubble isOwn={false} author="Nora Lind" text={text} note={<ContactNote isOwn={false} />} />
    </Column>
  ),
}
export const Removed = {
  render: () => (
    <Column>
      <MessageBubble isOwn isRemoved author="You" text="Removed by Tendwell" footer="10:02 AM" />
      <MessageBubble isOwn={false} isRemoved author="Nora Lind" text="Removed by Tendwell" />
    </Column>
  ),
}
