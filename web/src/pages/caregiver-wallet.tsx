import { Balance } from '../features/wallet/balance.tsx'
import { PayoutRequests } from '../features/wallet/payout-requests.tsx'
import { RecentActivity } from '../features/wallet/recent-activity.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="My Wallet">
      <div className="flex flex-col gap-6">
        <Balance />
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <RecentActivity />
          <PayoutRequests />
        </div>
      </div>
    </Page>
  )
}
