import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks'
import { useDecideBackgroundCheckMutation } from '../../background-checks-api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface BackgroundDecisionDialogProps {
  /** The check's number. */
  id: number
  decision: BackgroundCheckDecision
  name: string
  onClose: () => void
}

const texts = {
  accepted: {
    title: (name: string) => `Accept ${name}’s background check as clear?`,
    consequence:
      'Families see the badge right away. It says that Tendwell reviewed the result. The caregiver gets an email.',
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

/** Asks why a result that needed a review is accepted or declined. */
export function BackgroundDecisionDialog({ id, decision, name, onClose }: BackgroundDecisionDialogProps) {
  const [decide] = useDecideBackgroundCheckMutation()
  const { title, ...text } = texts[decision]
  return (
    <ReasonDialog
      {...text}
      title={title(name)}
      hint="Only staff see it. Don’t copy from the report."
      failure="Failed to save the decision"
      send={async (reason, key) => (await decide({ id, body: { decision, reason }, key }).unwrap()).message}
      onClose={onClose}
    />
  )
}
