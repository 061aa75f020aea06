import { toLocalDate } from '@tendwell/contract/time'
import { Balance } from '../features/payouts/components/balance.tsx'
import { PayoutRequests } from '../features/payouts/components/payout-requests.tsx'
import { RecentActivity } from '../features/payouts/components/recent-activity.tsx'
import { Statements } from '../features/payouts/components/statements.tsx'
import { now } from '../lib/format/clock.ts'
import { getBrowserZone } from '../lib/format/format.ts'
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
        <Statements thisMonth={toLocalDate(now(), getBrowserZone()).slice(0, 7)} />
      </div>
    </Page>
  )
}
