import { toLocalDate } from '@tendwell/contract/time'
import { now } from '../../lib/format/clock.ts'
import { getBrowserZone } from '../../lib/format/format.ts'
import { Page } from '../../ui/page.tsx'
import { Balance } from './balance.tsx'
import { PayoutRequests } from './payout-requests.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { Statements } from './statements/statements.tsx'

export function WalletPage() {
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
