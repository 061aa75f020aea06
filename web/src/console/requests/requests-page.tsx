import { ConsolePage } from '../common/lists/console-frame.tsx'
import { RequestList } from './request-list.tsx'

export function Component() {
  return (
    <ConsolePage title="Requests" screen="requests">
      <RequestList />
    </ConsolePage>
  )
}
