import { PayoutList } from '../features/admin/components/money/payout-list.tsx'
import { SearchNote } from '../features/admin/components/search-note.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Payouts" lead={<SearchNote />}>
      <PayoutList />
    </Page>
  )
}
