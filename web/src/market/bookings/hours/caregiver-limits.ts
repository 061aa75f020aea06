/** What a caregiver asks of all requests. */
import { HOUR_MS, toLocalDate, type Zone } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'

export interface CaregiverLimits {
  /** The caregiver's first name. */
  name: string
  noticeHours: number
}

/** Whether the notice can hide hours of a month: it isn't over before the month begins, nor is the month over. */
export function doesNoticeHide({ noticeHours }: CaregiverLimits, month: string, zone: Zone): boolean {
  const monthOf = (epochMs: number) => toLocalDate(epochMs, zone).slice(0, 7)
  return noticeHours > 0 && monthOf(now()) <= month && month <= monthOf(now() + noticeHours * HOUR_MS)
}
