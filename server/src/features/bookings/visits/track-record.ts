import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'

/** Fewer would say little, or say something about a single family. */
const ANSWERS_MINIMUM = 5
const FAMILIES_MINIMUM = 5
/** What a response time is rounded up to. A caregiver who takes longer than the last shows none. */
const RESPONSE_STEPS_HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168]

/** What the records of a caregiver's requests say. */
export type RecordCounts = {
  /** Answers of the last 90 days, and the median time that they took; null without answers. */
  answers: number
  medianMinutes: number | null
  /** Families with a booking, and those of them with several. */
  families: number
  repeatFamilies: number
}

/**
 * What a caregiver's page says of their records: how soon they answer, from five answers on, and how many
 * families booked again, from five families on.
 * @see docs/rules/bookings.md#from-records
 */
export function toTrackRecord({
  answers,
  medianMinutes,
  families,
  repeatFamilies,
}: RecordCounts): Pick<CaregiverDetail, 'response_hours' | 'repeat_families'> {
  const isKnown = answers >= ANSWERS_MINIMUM && medianMinutes !== null
  const step = isKnown ? RESPONSE_STEPS_HOURS.find((hours) => medianMinutes <= hours * 60) : undefined
  return {
    response_hours: step ?? null,
    repeat_families: families >= FAMILIES_MINIMUM ? repeatFamilies : null,
  }
}
