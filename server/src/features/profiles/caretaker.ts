import type { CaretakerForCaregiver, Child } from '@tendwell/contract/caretakers'

/** Whether a family's profile holds all that `profile_complete` asks for (decisions §2). */
export function isCompleteCaretaker(details: { fullName: string; city: string; country: string }): boolean {
  return [details.fullName, details.city, details.country].every((value) => value.trim() !== '')
}

/**
 * What a caregiver learns of a family's children and phone: all of it once a booking of theirs is paid, before that
 * ages alone (decisions §3). Notes on a child tell who it is as much as its name does.
 */
export function confidencesOf(
  family: { phoneNumber: string; children: readonly Child[] },
  hasPaidBooking: boolean,
): Pick<CaretakerForCaregiver, 'has_paid_booking' | 'phone_number' | 'children'> {
  if (!hasPaidBooking) {
    return { has_paid_booking: false, children: family.children.map(({ age }) => ({ age })) }
  }
  return {
    has_paid_booking: true,
    phone_number: family.phoneNumber,
    children: family.children.map(({ name, age, notes }) => ({ name, age, notes })),
  }
}
