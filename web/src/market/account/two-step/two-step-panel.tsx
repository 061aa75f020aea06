import type { TwoStep } from '@tendwell/contract/sign-in/two-step'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TwoStepSettings } from './two-step-settings.tsx'
import { TwoStepSkeleton } from './two-step-skeleton.tsx'
import { useTwoStep } from './use-two-step.ts'

/** The account's two-step sign-in. */
export function TwoStepPanel() {
  const { query, codes, showCodes, hideCodes } = useTwoStep()
  return (
    <>
      <QueryPanel
        id="two-step"
        className="scroll-mt-6"
        title="Two-step sign-in"
        lead={<Lead twoStep={query.data} />}
        query={query}
        failure="Failed to load two-step sign-in"
        skeleton={<TwoStepSkeleton />}
      >
        {(twoStep) => <TwoStepSettings twoStep={twoStep} onCodes={showCodes} />}
      </QueryPanel>
      {codes && <RecoveryCodesDialog codes={codes} onDone={hideCodes} />}
    </>
  )
}

function Lead({ twoStep }: { twoStep: TwoStep | undefined }) {
  const isOn = twoStep?.is_on === true
  return (
    <>
      <p>With a second step at login, a stolen password isn’t enough to open your account.</p>
      <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-13">
        {twoStep ? (
          <StatusPill status={isOn ? 'active' : 'inactive'} word={isOn ? 'On' : 'Off'} />
        ) : (
          <>
            <Skeleton className="h-7 w-16" />
            <Skeleton className="h-5 w-60" />
          </>
        )}
        {twoStep && !isOn && 'Turning it on logs out your other devices.'}
      </div>
    </>
  )
}
