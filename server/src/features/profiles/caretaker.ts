import type { CaretakerForCaregiver, Child } from '@tendwell/contract/caretakers'

/** Whether a family's profile is complete. @see docs/rules/accounts.md#profile-completeness */
export function isCompleteCaretaker(details: { fullName: string; city: string; country: string }): boolean {
  return [details.fullName, details.city, details.country].every((value) => value.trim() !== '')
}

/**
 * The parts of a family's profile that depend on a paid booking with the caregiver: without it, children's ages only.
 * A child's notes are withheld as well, because they can identify the child as much as the name does.
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export function toContactDetails(
  family: { phoneNumber: string; children: readonly Child[] },
  withContact: boolean,
): Pick<CaretakerForCaregiver, 'has_paid_booking' | 'phone_number' | 'children'> {
  if (!withContact) {
    return { has_paid_booking: false, children: family.children.map(({ age }) => ({ age })) }
  }
  return {
    has_paid_booking: true,
    phone_number: family.phoneNumber,
    children: family.children.map(({ name, age, notes }) => ({ name, age, notes })),
  }
}
