import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TwoStepSettings } from './two-step-settings.tsx'
import { TwoStepSkeleton } from './two-step-skeleton.tsx'
import { useTwoStep } from './use-two-step.ts'

/** Leads an admin through the setup of two-step sign-in. The console opens by itself after it. */
export function RequiredSetup() {
  const { query, codes, showCodes, hideCodes } = useTwoStep()
  return (
    <Page
      title="Secure your account first"
      lead="The console shows families’ data and money, so everyone who works in it needs two-step sign-in. Choose one of these. It takes about a minute, and then your page opens."
      width="reading"
    >
      <Card>
        <QueryBody
          query={query}
          failure="Failed to load two-step sign-in"
          skeleton={<TwoStepSkeleton />}
          isCompact
        >
          {(twoStep) => <TwoStepSettings twoStep={twoStep} onCodes={showCodes} />}
        </QueryBody>
      </Card>
      <p className="mt-6 flex items-start gap-2 text-ink-soft">
        <ShieldCheck className="mt-0.5 size-5 shrink-0" />
        <span>
          No phone at hand? Many password managers show these codes on a computer too. Until then you can use{' '}
          <Link to={paths.account} className="text-link">
            your account
          </Link>
          , but not the console.
        </span>
      </p>
      {codes && <RecoveryCodesDialog codes={codes} onDone={hideCodes} />}
    </Page>
  )
}
