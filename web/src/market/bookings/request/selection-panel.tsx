import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import type { Interval } from '@tendwell/contract/time'
import { type ReactNode, type Ref, Suspense } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-tool.ts'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import { type Rates, type Selection, toWindows } from '../../../shared/visits/selection.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Alternatives } from '../hours/alternatives.tsx'
import type { RepeatWeeklyProps } from '../repeat/repeat-weekly.tsx'
import type { Repeat } from '../repeat/use-repeat.ts'
import { PriceSummary } from './price-summary.tsx'
import { SelectedWindows } from './selected-windows.tsx'

const RepeatWeekly = lazyTool<RepeatWeeklyProps>(
  async () => (await import('../repeat/repeat-weekly.tsx')).RepeatWeekly,
)

interface SelectionPanelProps {
  selection: Selection
  select: (selection: Selection) => void
  repeat: Repeat
  repeatRef: Ref<HTMLElement>
  /** Selected hours that another family took. */
  taken: Selection
  /** Free hours near them. */
  alternatives: readonly Interval[]
  zone: string
  rates: Rates
  policy: CancellationPolicy
  action: ReactNode
}

/** The selected hours, whether they repeat, and what it comes to. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { selection, select, repeat, repeatRef, taken, alternatives, zone, rates, policy, action } = props
  const chosen = { selection, select, zone }
  return (
    <Panel title="Selected times" className={`min-w-0 ${repeat.weeks === null ? 'xl:sticky xl:top-6' : ''}`}>
      <div className="flex flex-col gap-5">
        <SelectedWindows {...chosen} taken={taken} />
        {repeat.weeks === null && <Alternatives {...chosen} alternatives={alternatives} />}
        {selection.length > 0 && (
          <Suspense>
            <RepeatWeekly
              ref={repeatRef}
              repeat={repeat}
              perWeek={toWindows(selection, zone).length}
              zone={zone}
              taken={taken}
            />
          </Suspense>
        )}
        <div className="border-t border-line pt-5">
          <PriceSummary selection={repeat.wanted} rates={rates} />
          <div className="mt-4">
            <PolicyNote
              policy={policy}
              {...(selection.length > 0 && {
                firstStartMs: Math.min(...selection.map(({ startMs }) => startMs)),
              })}
            />
          </div>
        </div>
        <div className="hidden flex-col gap-2 xl:flex">
          {action}
          <p className="text-center text-13 text-ink-soft">You’ll only pay once your request is accepted.</p>
        </div>
      </div>
    </Panel>
  )
}
