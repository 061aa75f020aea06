import { ASKED_MAXIMUM } from '@tendwell/contract/bookings/others'
import { Suspense } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { FreeOthersProps } from './free-others.tsx'

const FreeOthers = lazyTool<FreeOthersProps>(async () => (await import('./free-others.tsx')).FreeOthers)

/** Asks others for the same hours as well, which nobody needs to open. */
export function AskOthers(props: FreeOthersProps) {
  const { isOn, hasNone, turn } = props.others
  return (
    <section aria-labelledby="others-title" className="border-t border-line pt-4">
      <div className="flex items-center justify-between gap-3">
        <div>
          <h3 id="others-title" className="font-sans font-semibold tracking-normal">
            <label htmlFor="others-switch">Ask others too</label>
          </h3>
          {!isOn && !hasNone && (
            <label htmlFor="others-switch" className="block text-13 text-ink-soft">
              {`Up to ${ASKED_MAXIMUM - 1} more, and you book one`}
            </label>
          )}
        </div>
        <Switch
          id="others-switch"
          aria-label="Ask others too"
          words={{ on: 'On', off: 'Off' }}
          value={isOn}
          onChange={turn}
        />
      </div>
      {(isOn || hasNone) && (
        <div className="mt-2">
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <FreeOthers {...props} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
