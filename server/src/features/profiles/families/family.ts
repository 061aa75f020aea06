import { findBirthMonthError, findDueDateError } from '@tendwell/contract/profiles/child-age'
import type { Child } from '@tendwell/contract/profiles/children'
import type { CaretakerForCaregiver } from '@tendwell/contract/profiles/families'
import type { EmergencyContact } from '@tendwell/contract/profiles/phones'
import type { LocalDate } from '@tendwell/contract/time'
import { invalid } from '../../../platform/errors.ts'

/** Whether a family's profile is complete. @see docs/rules/accounts.md#profile-completeness */
export function isCompleteFamily(details: { fullName: string; city: string; country: string }): boolean {
  return [details.fullName, details.city, details.country].every((text) => text.trim() !== '')
}

/**
 * The parts of a family's profile that a caregiver sees in full only with a paid booking. Without one, the
 * caregiver sees only the ages of the children: not their notes either, because notes can identify a child as
 * well as the name. Nobody but the family gets a birth month.
 * @param options.withContact whether the caregiver may see the contact details
 * @see docs/rules/profiles-and-files.md#who-sees-a-family
 */
export function toContactDetails(
  family: {
    street: string
    apartment: string
    postalCode: string
    children: readonly Child[]
  },
  { withContact }: { withContact: boolean },
): Pick<CaretakerForCaregiver, 'has_paid_booking' | 'street' | 'apartment' | 'postal_code' | 'children'> {
  const { children } = family
  if (!withContact) {
    return {
      has_paid_booking: false,
      children: children.map(({ age, age_months, due_date }) => ({ age, age_months, due_date })),
    }
  }
  return {
    has_paid_booking: true,
    street: family.street,
    apartment: family.apartment,
    postal_code: family.postalCode,
    children: children.map(({ id: _, birth_month: __, ...child }) => child),
  }
}

type EmergencyColumns = { emergencyName: string; emergencyPhone: string }

/** The emergency contact in a family's row; null for nobody. */
export function toEmergencyContact(row: EmergencyColumns): EmergencyContact | null {
  const { emergencyName: name, emergencyPhone: phone } = row
  return phone === '' ? null : { name, phone }
}

/** The columns of an emergency contact. */
export function toEmergencyColumns(contact: EmergencyContact | null): EmergencyColumns {
  return { emergencyName: contact?.name ?? '', emergencyPhone: contact?.phone ?? '' }
}

/** @throws AppError 400 on `children` for a due date or birth month that is too long ago or too far ahead */
export function requireValidAges(
  children: readonly Pick<Child, 'due_date' | 'birth_month'>[],
  today: LocalDate,
): void {
  const errors = children.flatMap(({ due_date: dueDate, birth_month: birthMonth }) => [
    dueDate && findDueDateError(dueDate, today),
    birthMonth && findBirthMonthError(birthMonth, today),
  ])
  const messages = errors.filter((error) => error !== null)
  if (messages.length > 0) throw invalid({ children: [...new Set(messages)] })
}
