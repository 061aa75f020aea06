import { Balance } from '../features/payouts/components/balance.tsx'
import { PayoutRequests } from '../features/payouts/components/payout-requests.tsx'
import { RecentActivity } from '../features/payouts/components/recent-activity.tsx'
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
