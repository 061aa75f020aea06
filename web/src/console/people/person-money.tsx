import type { ReactNode } from 'react'
import { type UseListQuery, usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ListTable } from '../common/lists/list-screen.tsx'
import { useAllPaymentsQuery, useAllPayoutsQuery, useAllRefundsQuery } from '../common/money/money-api.ts'
import { leaveOut } from '../common/money/money-list.tsx'
import { paymentColumns } from '../common/money/payment-list.tsx'
import { payoutColumns } from '../common/money/payout-list.tsx'
import { refundColumns } from '../common/money/refund-list.tsx'
import { polling } from '../common/polling.ts'

const pageSize = 10
const tabs = ['payments', 'refunds', 'payouts'] as const

const readTab = (params: URLSearchParams) => ({
  money: tabs.find((tab) => tab === params.get('money')) ?? ('payments' as const),
})

interface Person {
  personId: number
  isCaregiver: boolean
}

/** What a person paid or received, for finance staff. Only caregivers have payouts. */
export function PersonMoney(person: Person) {
  const { isCaregiver } = person
  const { filters, change } = useUrlFilters(readTab, ['payments_page', 'refunds_page', 'payouts_page'])
  const list = (content: ReactNode, id: (typeof tabs)[number], label: string) => ({ id, label, content })
  const payments = (
    <Money {...person} name="payments" columns={paymentColumns} useListQuery={useAllPaymentsQuery} />
  )
  const refunds = (
    <Money {...person} name="refunds" columns={refundColumns} useListQuery={useAllRefundsQuery} />
  )
  const payouts = (
    <Money {...person} name="payouts" columns={payoutColumns} useListQuery={useAllPayoutsQuery} />
  )
  return (
    <Panel title="Payments and payouts">
      <Tabs
        label="Payments and payouts"
        selected={filters.money === 'payouts' && !isCaregiver ? 'payments' : filters.money}
        onSelect={(money) => change({ money })}
        items={[
          list(payments, 'payments', 'Payments'),
          list(refunds, 'refunds', 'Refunds'),
          ...(isCaregiver ? [list(payouts, 'payouts', 'Payouts')] : []),
        ]}
      />
    </Panel>
  )
}

interface MoneyProps<Row> extends Person {
  name: (typeof tabs)[number]
  columns: readonly Column<Row, string>[]
  useListQuery: UseListQuery<{ person_id: number; page_size: number }, Row>
}

function Money<Row extends { id: number }>(props: MoneyProps<Row>) {
  const { personId, isCaregiver, name, columns, useListQuery } = props
  const list = usePagedQuery(
    useListQuery,
    { person_id: personId, page_size: pageSize },
    { pageSize, pageKey: `${name}_page`, ...polling },
  )
  // Each row is of this person, and what is stuck is retried where all payments are.
  const left = [isCaregiver ? 'caregiver' : 'family', 'retry']
  const others = leaveOut(columns, ['created']).filter(({ id }) => !left.includes(id))
  return (
    <ListTable
      label={name}
      list={list}
      columns={others}
      failure={`Failed to load ${name}`}
      empty={<p className="text-ink-soft">{`No ${name}.`}</p>}
      isWide
    />
  )
}
