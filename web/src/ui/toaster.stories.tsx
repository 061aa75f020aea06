import { Row } from '../../test/stories.tsx'
import { toast } from '../lib/toast.ts'
import { Button } from './button.tsx'
import { Toaster } from './toaster.tsx'

export default { component: Toaster }

const stay = { duration: Number.POSITIVE_INFINITY }

/** The app shows the messages. */
export const Messages = {
  render: () => (
    <Row>
      <Button onPress={() => toast.success('Profile saved')}>Success</Button>
      <Button onPress={() => toast.error('Failed to update request')}>Error</Button>
    </Row>
  ),
  beforeEach: () => {
    toast.success('Profile saved', stay)
    toast.error('Failed to update request: it was rejected because its hours have begun.', stay)
    toast.loading('Uploading…')
    toast('Payout ID copied!', stay)
    return () => toast.remove()
  },
}
