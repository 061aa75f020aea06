import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks/background-checks'
import type { AdminBackgroundCheck } from '@tendwell/contract/console/background-checks'
import { ReasonDialog } from '../decisions/reason-dialog.tsx'
import { useDecideBackgroundCheckMutation } from './background-checks-api.ts'

interface BackgroundDecisionDialogProps {
  check: AdminBackgroundCheck
  decision: BackgroundCheckDecision
  /** `seen` of the check, as it was when they began to compare. */
  seen: string
  name: string
  onClose: () => void
}

const texts = {
  accepted: {
    title: (name: string) => `Accept ${name}’s background check as clear?`,
    consequence:
      'You say that the result is fine, and that the name and the date of birth are those on the ID. Families see the badge right away. It says that Tendwell reviewed the result. The caregiver gets an email.',
    confirmLabel: 'Accept as clear',
    pendingLabel: 'Accepting…',
    tone: 'primary',
  },
  declined: {
    title: (name: string) => `Decline ${name}’s background check?`,
    consequence:
      'Families see no badge. The caregiver gets an email that says how to get a copy of the report, how to dispute it, and how to reach us. Their profile and bookings stay as they are.',
    confirmLabel: 'Decline',
    pendingLabel: 'Declining…',
    tone: 'danger',
  },
} as const

const comparisons = {
  accepted: {
    title: (name: string) => `Is it ${name} who was checked?`,
    consequence:
      'You say that the name and the date of birth are those on the ID. Families see the badge right away. The caregiver gets an email.',
    confirmLabel: 'Same person',
    pendingLabel: 'Saving…',
    tone: 'primary',
  },
  declined: {
    title: () => 'Was another person checked?',
    consequence:
      'Families see no badge. The caregiver gets an email that asks for a new check with the details on their ID. This is final: a later change of their name or ID doesn’t bring this check back.',
    confirmLabel: 'Another person',
    pendingLabel: 'Saving…',
    tone: 'danger',
  },
} as const

/** Asks why a result that needed a review is accepted or declined, or how the person compares with the ID. */
export function BackgroundDecisionDialog(props: BackgroundDecisionDialogProps) {
  const { check, decision, seen, name, onClose } = props
  const [decide] = useDecideBackgroundCheckMutation()
  const isComparison = check.identity === 'waiting'
  const { title, ...text } = isComparison ? comparisons[decision] : texts[decision]
  return (
    <ReasonDialog
      {...text}
      title={title(name)}
      hint="Only staff see it. Don’t copy from the report."
      failure="Failed to save the decision"
      send={async (reason, key) =>
        (await decide({ id: check.id, body: { decision, reason, seen }, key }).unwrap()).message
      }
      onClose={onClose}
    />
  )
}
