import { Balance } from '../features/wallet/balance.tsx'
import { RecentActivity } from '../features/wallet/recent-activity.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="My Wallet" width="reading">
      <div className="flex flex-col gap-6">
        <Balance />
        <RecentActivity />
      </div>
    </Page>
  )
}
