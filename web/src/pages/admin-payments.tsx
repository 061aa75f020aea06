import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { Chargebacks } from '../features/admin/components/money/chargebacks.tsx'
import { PaymentList } from '../features/admin/components/money/payment-list.tsx'
import { RefundList } from '../features/admin/components/money/refund-list.tsx'
import { WaitingRefunds } from '../features/admin/components/money/waiting-refunds.tsx'
import { useUrlFilters } from '../lib/address/use-url-filters.ts'
import { Tabs } from '../ui/tabs.tsx'

const tabs = ['payments', 'refunds'] as const

function readTab(params: URLSearchParams): { tab: (typeof tabs)[number] } {
  return { tab: tabs.find((tab) => tab === params.get('tab')) ?? 'payments' }
}

export function Component() {
  // A state of one list is none of the other's.
  const { filters, change } = useUrlFilters(readTab, ['page', 'state', 'sort'])
  return (
    <ConsolePage title="Payments" screen="payments">
      <Chargebacks />
      <WaitingRefunds />
      <Tabs
        label="Money from families"
        selected={filters.tab}
        onSelect={(tab) => change({ tab })}
        items={[
          { id: 'payments', label: 'Payments', content: <PaymentList /> },
          { id: 'refunds', label: 'Refunds', content: <RefundList /> },
        ]}
      />
    </ConsolePage>
  )
}
