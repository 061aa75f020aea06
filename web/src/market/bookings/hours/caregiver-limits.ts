/** What a caregiver asks of all requests. */
import {
  describeMinimumVisit,
  describeNotice,
  getShortestVisitMinutes,
} from '@tendwell/contract/availability/settings'
import { HOUR_MS, type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import { now } from '../../../lib/format/clock.ts'

export interface CaregiverLimits {
  /** The caregiver's first name. */
  name: string
  noticeHours: number
  minimumVisitMinutes: number
}

/** What families should know before they choose hours of a month, in sentences; empty without limits. */
export function describeLimits(limits: CaregiverLimits, month: string, zone: Zone): string {
  const { name, noticeHours, minimumVisitMinutes } = limits
  return [
    doesNoticeHide(limits, month, zone) && `${describeNotice(name, noticeHours)}.`,
    minimumVisitMinutes > 0 && `${describeMinimumVisit(name, minimumVisitMinutes)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Whether the notice can hide hours of a month: it isn't over before the month begins, nor is the month over. */
function doesNoticeHide({ noticeHours }: CaregiverLimits, month: string, zone: Zone): boolean {
  const monthOf = (epochMs: number) => toLocalDate(epochMs, zone).slice(0, 7)
  return noticeHours > 0 && monthOf(now()) <= month && month <= monthOf(now() + noticeHours * HOUR_MS)
}

/** Whether one of the chosen visits is shorter than the caregiver's visits are. */
export function isTooShort(
  selection: readonly Interval[],
  { minimumVisitMinutes }: CaregiverLimits,
): boolean {
  return getShortestVisitMinutes(selection) < minimumVisitMinutes
}
