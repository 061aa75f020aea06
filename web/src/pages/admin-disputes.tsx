import { DisputeList } from '../features/admin/components/dispute-list.tsx'
import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'

export function Component() {
  return (
    <ConsolePage title="Disputes" screen="disputes">
      <DisputeList />
    </ConsolePage>
  )
}
