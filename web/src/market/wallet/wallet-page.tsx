import type { YearTotals } from '@tendwell/contract/payments/wallet'
import { toLocalDate } from '@tendwell/contract/time'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { now } from '../../lib/format/clock.ts'
import { formatMonth, formatZone, getBrowserZone } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Balance } from './balance.tsx'
import { PayoutRequests } from './payout-requests.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { Totals } from './totals.tsx'
import { useYearTotalsQuery } from './wallet-api.ts'

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

/** The totals of a year, and its monthly statements. */
function Statements({ thisMonth }: { thisMonth: string }) {
  const [year, setYear] = useState<number>()
  const query = useYearTotalsQuery(year)
  const { data } = query
  return (
    <QueryPanel
      title="Statements"
      lead={data && `Months and years are in ${formatZone(data.timezone)}.`}
      actions={
        data && (
          <Select
            label="Year"
            options={listYears(data, thisMonth).map((one) => ({ id: String(one), label: String(one) }))}
            value={String(year ?? data.year)}
            onChange={(id) => setYear(Number(id))}
          />
        )
      }
      query={query}
      failure="Failed to load statements"
      skeleton={<StatementsSkeleton />}
    >
      {(data) => <YearStatements data={data} thisMonth={thisMonth} />}
    </QueryPanel>
  )
}

function YearStatements({ data, thisMonth }: { data: YearTotals; thisMonth: string }) {
  const months = listMonths(data, thisMonth)
  const [chosen, setChosen] = useState<string>()
  const month = chosen && months.includes(chosen) ? chosen : months[0]
  return (
    <div className="flex flex-col gap-6">
      <Totals totals={data} />
      {month ? (
        <div className="flex flex-wrap items-end gap-3 border-t border-line pt-5">
          <Select
            label="Month"
            options={months.map((one) => ({ id: one, label: formatMonth(one, { withYear: true }) }))}
            value={month}
            onChange={setChosen}
          />
          <ButtonLink to={paths.statement(month)} variant="secondary" icon={<FileText className="size-4" />}>
            View statement
          </ButtonLink>
        </div>
      ) : (
        <p className="border-t border-line pt-5 text-ink-soft">
          Your first statement appears here after your first payment.
        </p>
      )}
    </div>
  )
}

/** From this year to the first one with entries. */
function listYears({ first_month: first }: YearTotals, thisMonth: string): number[] {
  const latest = Number(thisMonth.slice(0, 4))
  const earliest = Number((first ?? thisMonth).slice(0, 4))
  return Array.from({ length: Math.max(1, latest - earliest + 1) }, (_, back) => latest - back)
}

/** The months of the year up to this one, from the first with entries on; the latest first. */
function listMonths({ year, first_month: first }: YearTotals, thisMonth: string): string[] {
  if (!first) return []
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(12 - index).padStart(2, '0')}`).filter(
    (month) => first <= month && month <= thisMonth,
  )
}

function StatementsSkeleton() {
  return (
    <Loading>
      <span className="grid grid-cols-2 gap-6 sm:grid-cols-4">
        {[1, 2, 3, 4].map((one) => (
          <Skeleton key={one} className="h-13 w-full max-w-28" />
        ))}
      </span>
      <Skeleton className="mt-6 h-24 w-full max-w-96" />
    </Loading>
  )
}
