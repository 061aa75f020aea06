import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ConsolePage } from '../common/lists/console-frame.tsx'
import { PaymentList } from '../common/money/payment-list.tsx'
import { RefundList } from '../common/money/refund-list.tsx'
import { WaitingRefunds } from '../common/money/waiting-refunds.tsx'
import { Chargebacks } from './chargebacks.tsx'

const tabs = ['payments', 'refunds'] as const

function readTab(params: URLSearchParams): { tab: (typeof tabs)[number] } {
  return { tab: tabs.find((tab) => tab === params.get('tab')) ?? 'payments' }
}

export function PaymentsPage() {
  // A state of one list is none of the other's.
  const { filters, change } = useUrlFilters(readTab, ['page', 'state', 'sort'])
  return (
    <ConsolePage title="Payments" viewsOf="payments">
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
