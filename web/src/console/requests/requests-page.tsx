import { ConsolePage } from '../common/lists/console-frame.tsx'
import { RequestList } from './request-list.tsx'

export function RequestsPage() {
  return (
    <ConsolePage title="Requests" viewsOf="requests">
      <RequestList />
    </ConsolePage>
  )
}
