import type { PersonTwoStep } from '@tendwell/contract/sign-in/two-step'
import { useState } from 'react'
import { plural } from '../../lib/format/format.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { QueryPanel } from '../../ui/query-panel.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import { polling } from '../common/polling.ts'
import { usePersonTwoStepQuery, useRequestRecoveryMutation } from '../common/two-step/recoveries-api.ts'
import { RecoveryCard } from './recovery-card.tsx'

/**
 * What protects a person's login, and the way to turn it off for someone who lost it all.
 * @see docs/rules/two-step.md#recovery-by-two-people
 */
export function SignInSecurityPanel({ personId, name }: { personId: number; name: string }) {
  const query = usePersonTwoStepQuery(personId, polling)
  const { currentData: twoStep } = query
  const [isAsking, setAsking] = useState(false)
  const recovery = twoStep?.recovery
  const isAskable = twoStep?.is_on === true && recovery?.state !== 'open'
  return (
    <QueryPanel
      title="Sign-in security"
      lead={
        twoStep && (
          <StatusPill
            status={twoStep.is_on ? 'active' : 'inactive'}
            word={`Two-step sign-in is ${twoStep.is_on ? 'on' : 'off'}`}
          />
        )
      }
      query={query}
      failure="Failed to load sign-in security"
      skeleton={<SkeletonText lines={5} />}
    >
      {(twoStep) => (
        <div className="flex flex-col items-start gap-5">
          {twoStep.is_on && <Factors twoStep={twoStep} />}
          {!twoStep.is_on && !recovery && (
            <p className="text-ink-soft">They log in with their password or with Google alone.</p>
          )}
          {recovery && <RecoveryCard recovery={recovery} name={name} />}
          {isAskable && (
            <Button variant="secondary" onPress={() => setAsking(true)}>
              Ask to turn off two-step sign-in
            </Button>
          )}
          {isAsking && (
            <RequestRecoveryDialog personId={personId} name={name} onClose={() => setAsking(false)} />
          )}
        </div>
      )}
    </QueryPanel>
  )
}

function Factors({ twoStep }: { twoStep: PersonTwoStep }) {
  return (
    <div className="w-full">
      <DescriptionList
        items={[
          { term: 'Passkeys', value: String(twoStep.passkeys) },
          { term: 'Authenticator app', value: twoStep.has_app ? 'Yes' : 'No' },
          { term: 'Recovery codes', value: `${plural(twoStep.recovery_codes_left, 'code')} left` },
        ]}
      />
    </div>
  )
}

interface RequestRecoveryDialogProps {
  personId: number
  name: string
  onClose: () => void
}

/** Asks another admin to turn off a person's two-step sign-in. */
function RequestRecoveryDialog({ personId, name, onClose }: RequestRecoveryDialogProps) {
  const [request] = useRequestRecoveryMutation()
  return (
    <ReasonDialog
      title={`Ask to turn off two-step sign-in for ${name}?`}
      consequence="For people who’ve lost their phone, passkeys and recovery codes. Another admin has to approve it, after 24 hours at the earliest. We’ll email the person now so they can stop it if they didn’t ask, and tell all admins."
      hint="How did you confirm who they are? Only staff see this."
      confirmLabel="Ask another admin"
      pendingLabel="Asking…"
      send={async (reason) => {
        await request({ personId, reason }).unwrap()
        return 'Another admin can approve it in 24 hours'
      }}
      failure="Failed to send the request"
      onClose={onClose}
    />
  )
}
