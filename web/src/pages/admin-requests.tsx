import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { RequestList } from '../features/admin/components/request-list.tsx'

export function Component() {
  return (
    <ConsolePage title="Requests" screen="requests">
      <RequestList />
    </ConsolePage>
  )
}
