import type { PersonRecord } from '@tendwell/contract/console/people'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { type Decision, usePersonDecision } from './use-decision.ts'
import { listStepsLeft, readinessOfRecord } from './verify-readiness.ts'

export type CaregiverRecord = PersonRecord & { caregiver: NonNullable<PersonRecord['caregiver']> }

interface PersonDecisionsProps {
  person: CaregiverRecord
  /** Gets the focus after a decision, because the button that was pressed may be gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/**
 * The decisions on the caregiver of a record, which can be changed at any time. Verify is offered once
 * nothing is missing and each document was marked; without that, an admin gives a reason.
 */
export function PersonDecisions({ person, focusAfter }: PersonDecisionsProps) {
  const { full_name: name, caregiver } = person
  const { verification_status: status } = caregiver
  const { user } = useSession()
  const [asked, setAsked] = useState<Decision | null>(null)
  const send = usePersonDecision(person)
  const hasDecided = useRef(false)
  const remember = () => {
    hasDecided.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the new status is shown
  useEffect(() => {
    if (!hasDecided.current) return
    hasDecided.current = false
    requestAnimationFrame(() => focusAfter.current?.focus())
  }, [status, focusAfter])
  const isReady = listStepsLeft(readinessOfRecord(caregiver)).length === 0
  const canOverride = caregiver.missing.length > 0 && status !== 'verified' && user?.staff_role === 'admin'
  const can: Decision[] = [
    ...(status !== 'verified' && isReady ? (['verified'] as const) : []),
    'rejected',
    ...(status !== 'flagged' ? (['flagged'] as const) : []),
  ]
  return (
    <span className="flex flex-wrap gap-2">
      <DecisionButtons
        name={name}
        send={send}
        onVerified={remember}
        onAsk={setAsked}
        can={can}
        rejectLabel={status === 'verified' ? 'Revoke' : 'Reject'}
      />
      {canOverride && (
        <Button size="small" variant="secondary" onPress={() => setAsked('verified')}>
          Verify anyway
        </Button>
      )}
      {asked && (
        <DecisionDialog
          decision={asked}
          caregivers={[person]}
          isRevocation={status === 'verified'}
          missing={caregiver.missing}
          send={send}
          onDone={remember}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  )
}
