import { ConsolePage } from '../common/lists/console-frame.tsx'
import { DisputeList } from './dispute-list.tsx'

export function DisputesPage() {
  return (
    <ConsolePage title="Disputes" viewsOf="disputes">
      <DisputeList />
    </ConsolePage>
  )
}
