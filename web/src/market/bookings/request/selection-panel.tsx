import { describeMinimumVisit } from '@tendwell/contract/availability/settings'
import { REQUEST_MINIMUM_CENTS } from '@tendwell/contract/bookings/bookings'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { usdFromCents } from '@tendwell/contract/money'
import type { Interval } from '@tendwell/contract/time'
import { type ReactNode, type Ref, Suspense } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import { formatHours, formatMoney } from '../../../lib/format/format.ts'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import {
  calculatePrice,
  type Rates,
  type Selection,
  totalMinutes,
  toWindows,
} from '../../../shared/visits/selection.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Alternatives } from '../hours/alternatives.tsx'
import { type CaregiverLimits, isTooShort } from '../hours/caregiver-limits.ts'
import { AskOthers } from '../others/ask-others.tsx'
import type { Others } from '../others/use-others.ts'
import type { RepeatWeeklyProps } from '../repeat/repeat-weekly.tsx'
import type { Repeat } from '../repeat/use-repeat.ts'
import { SelectedWindows } from './selected-windows.tsx'

const RepeatWeekly = lazyTool<RepeatWeeklyProps>(
  async () => (await import('../repeat/repeat-weekly.tsx')).RepeatWeekly,
)

/** Beside each button that sends a request. */
export const PAYS_LATER = 'You’ll only pay once your request is accepted.'

interface SelectionPanelProps {
  selection: Selection
  select: (selection: Selection) => void
  /** Chooses the times as well that a link has replaced; null if there are none. */
  addEarlier: (() => void) | null
  repeat: Repeat
  hoursRef: Ref<HTMLElement>
  repeatRef: Ref<HTMLElement>
  others: Others
  /** Selected hours that another family took. */
  taken: Selection
  /** What is wrong with the selected hours. */
  error: string | undefined
  /** Free hours near them. */
  alternatives: readonly Interval[]
  zone: string
  rates: Rates
  limits: CaregiverLimits
  policy: CancellationPolicy
  action: ReactNode
}

/** The selected hours, whether they repeat, who else is asked, and what it comes to. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { selection, select, repeat, repeatRef, others } = props
  const { taken, error, alternatives, zone, rates, limits, policy, action } = props
  const chosen = { selection, select, zone }
  return (
    <Panel
      ref={props.hoursRef}
      title="Selected times"
      className={`xl:col-start-2 xl:row-span-2 xl:row-start-1 ${repeat.weeks === null ? 'xl:sticky xl:top-6' : ''}`}
    >
      <div className="flex flex-col gap-5">
        <FormError message={error} />
        <SelectedWindows {...chosen} addEarlier={props.addEarlier} taken={taken} />
        {repeat.weeks === null && <Alternatives {...chosen} alternatives={alternatives} />}
        {selection.length > 0 && (
          <Suspense fallback={<div className="h-15.25 border-t border-line" />}>
            <RepeatWeekly
              ref={repeatRef}
              repeat={repeat}
              perWeek={toWindows(selection, zone).length}
              zone={zone}
              taken={taken}
            />
          </Suspense>
        )}
        {selection.length > 0 && (
          <AskOthers others={others} selection={repeat.wanted} name={limits.name} rates={rates} />
        )}
        <div className="border-t border-line pt-5">
          <PriceSummary selection={repeat.wanted} rates={rates} />
          {isTooShort(repeat.wanted, limits) && (
            <p role="status" className="mt-3 text-13 font-semibold text-clay">
              {`${describeMinimumVisit(limits.name, limits.minimumVisitMinutes)}. Please select more time.`}
            </p>
          )}
          <div className="mt-4">
            <PolicyNote policy={policy} hours={repeat.wanted} />
          </div>
        </div>
        <div className="hidden flex-col gap-2 xl:flex">
          {action}
          <p className="text-center text-13 text-ink-soft">{PAYS_LATER}</p>
        </div>
      </div>
    </Panel>
  )
}

interface PriceSummaryProps {
  selection: Selection
  rates: Rates
}

/** The price of the selected hours. @see docs/rules/bookings.md#price */
function PriceSummary({ selection, rates }: PriceSummaryProps) {
  const hours = formatHours(totalMinutes(selection) / 60)
  const rate = formatMoney(usdFromCents(rates.rateCents))
  const { amountCents, serviceFeeCents, totalCents } = calculatePrice(selection, rates)
  const total = formatMoney(usdFromCents(totalCents))
  return (
    <>
      <DescriptionList
        items={[
          { term: `${hours} × ${rate}`, value: formatMoney(usdFromCents(amountCents)) },
          { term: 'Service fee', value: formatMoney(usdFromCents(serviceFeeCents)) },
          { term: 'Total', value: total, isTotal: true },
        ]}
      />
      {totalCents > 0 && totalCents < REQUEST_MINIMUM_CENTS && (
        <p role="status" className="mt-3 text-13 font-semibold text-clay">
          {`A request must come to at least ${formatMoney(usdFromCents(REQUEST_MINIMUM_CENTS))}. Please select more time.`}
        </p>
      )}
      <p role="status" className="sr-only">
        {hours} selected, {total} in total
      </p>
    </>
  )
}
