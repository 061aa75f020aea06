import type { PersonRecord } from '@tendwell/contract/admin-people'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Decision, usePersonDecision } from '../hooks/use-decision.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

export type CaregiverRecord = PersonRecord & { caregiver: NonNullable<PersonRecord['caregiver']> }

interface PersonDecisionsProps {
  person: CaregiverRecord
  /** Gets the focus after a decision, because the button that was pressed may be gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The decisions on the caregiver of a record, which can be changed at any time. */
export function PersonDecisions({ person, focusAfter }: PersonDecisionsProps) {
  const { full_name: name, caregiver } = person
  const { verification_status: status } = caregiver
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
  const can: readonly Decision[] = ['verified', 'rejected', 'flagged']
  return (
    <span className="flex flex-wrap gap-2">
      <DecisionButtons
        name={name}
        send={send}
        onVerified={remember}
        onAsk={setAsked}
        can={can.filter((decision) => decision === 'rejected' || decision !== status)}
        rejectLabel={status === 'verified' ? 'Revoke' : 'Reject'}
      />
      {asked && (
        <DecisionDialog
          decision={asked}
          caregivers={[person]}
          isRevocation={status === 'verified'}
          send={send}
          onDone={remember}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  )
}
