import type { Decision } from './use-decision.ts'

interface DecisionTexts {
  title: string
  consequence: string
  confirm: string
  pending: string
}

/**
 * What the dialog of a decision says. With one name it is about that caregiver.
 * @param isHidden they stay hidden although they are verified, because their profile is not complete
 */
export function getDecisionTexts(
  decision: Decision,
  names: readonly string[],
  { isRevocation = false, isHidden = false } = {},
): DecisionTexts {
  const [name] = names
  const isOne = names.length === 1
  const many = `${names.length} caregivers`
  if (decision === 'verified') {
    return {
      title: `Verify ${isOne ? name : many}?`,
      consequence: `Families can find and book them ${isHidden ? 'once their profile is complete' : 'from now on'}. They are notified right away.`,
      confirm: `Verify ${isOne ? 'caregiver' : many}`,
      pending: 'Verifying…',
    }
  }
  if (decision === 'flagged') {
    return {
      title: `Flag ${isOne ? name : many}?`,
      consequence:
        'Families can no longer find or book them and their payouts wait, until you verify them. Families with bookings ahead are notified and may cancel free of charge.',
      confirm: `Flag ${isOne ? 'caregiver' : many}`,
      pending: 'Flagging…',
    }
  }
  if (isRevocation) {
    const whose = isOne ? `${name}’s verification` : `the verification of ${many}`
    return {
      title: `Revoke ${whose}?`,
      consequence:
        'Families can no longer find them. Their upcoming bookings are canceled, and what was paid for them goes back to the families.',
      confirm: isOne ? 'Revoke verification' : `Revoke ${many}`,
      pending: 'Revoking…',
    }
  }
  return {
    title: `Reject ${isOne ? name : many}?`,
    consequence: isOne
      ? 'Their profile stays hidden, they receive your reason, and what was paid for their upcoming bookings, which are canceled, goes back to the families.'
      : 'Their profiles stay hidden, each caregiver receives your reason, and what was paid for their upcoming bookings, which are canceled, goes back to the families.',
    confirm: `Reject ${isOne ? 'caregiver' : many}`,
    pending: 'Rejecting…',
  }
}
