import type { VisitPart } from '@tendwell/contract/bookings/visits'
import type { NoticeContent } from '../../notices/index.ts'
import {
  getBookingPath,
  toCareFacts,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
} from '../notice-parts.ts'
import type { RequestDetails } from '../responses.ts'

/**
 * Tells a family with bookings ahead that the caregiver is under review.
 * @param request with the visits that are ahead only
 */
export function renderCaregiverUnderReview(request: RequestDetails): NoticeContent {
  const { name, visit, is } = toSubjectWords(request, 'caretaker')
  return {
    type: 'caregiver_under_review',
    subject: `We’re reviewing ${name}’s profile. Your ${visit} ${is} still on`,
    payload: {
      ...toRequestPayload(request),
      message: `We’re reviewing ${request.caregiverName}’s profile. Your booking is still on. If you’d rather not wait, you can cancel it for a full refund until it starts.`,
      action_url: getBookingPath(request, 'caretaker'),
      action_text: 'View booking',
    },
    facts: toVisitFacts(request, 'caretaker'),
  }
}

const partWords: Record<VisitPart, string> = {
  children: 'the children',
  note: 'the note',
  address: 'the address',
  emergency_contact: 'the emergency contact',
}

/** The facts of a booking's mail that show a part; the emergency contact is only on the booking's page. */
const partLabels: Partial<Record<VisitPart, string>> = {
  children: 'Children',
  note: 'Note',
  address: 'Where',
}

/**
 * Tells a caregiver which details the family changed, and how they are now, as far as a caregiver may read them.
 * @param changed the parts that differ from before
 * @see docs/rules/bookings.md#changing-the-visit
 */
export function renderVisitChanged(request: RequestDetails, changed: readonly VisitPart[]): NoticeContent {
  const { name, visit } = toSubjectWords(request, 'caregiver')
  const parts = new Intl.ListFormat('en').format(changed.map((part) => partWords[part]))
  const changedLabels = changed.map((part) => partLabels[part])
  const facts = [...toVisitFacts(request, 'caregiver', null), ...toCareFacts(request, 'caregiver')]
  return {
    type: 'booking_changed',
    subject: `${name} changed the details of your ${visit}`,
    payload: {
      ...toRequestPayload(request),
      message: `${request.familyName} changed ${parts} of your booking. Please look at the booking again before your visit.`,
      action_url: getBookingPath(request, 'caregiver'),
      action_text: 'View booking',
    },
    facts: facts.map((fact) =>
      changedLabels.includes(fact.label) ? { ...fact, label: `${fact.label} (changed)` } : fact,
    ),
  }
}
