export { endHold, holdTimes } from './booked/held-times.ts'
export { replaceOutsideBusy } from './booked/outside-busy.ts'
export {
  countOutsideBusy,
  listOutsideBusy,
  loadAvailability,
  type StoredAvailability,
} from './calendar/calendar.ts'
export { getOfferEndMs, listOfferedSlots } from './calendar/offers.ts'
export {
  isFree,
  isFreeDuring,
  listFreeSlots,
  selectNextFreeSlots,
  selectWantedFreeSlots,
  type WantedHours,
} from './free-weeks/free-hours.ts'
export { bookTimes, freeTimes } from './free-weeks/free-weeks.ts'
export { availabilityJobs } from './jobs.ts'
export { availabilityData } from './personal-data.ts'
export { availabilityRoutes } from './routes.ts'
export { setOverride } from './rules/override-commands.ts'
export { hasHours, listTimeOff } from './rules/own-queries.ts'
export { addRules } from './rules/rule-commands.ts'
export { requireBookedRange, requireVerified } from './rules/validation.ts'
export { type LockedCaregiver, lockCaregiver } from './store.ts'
export { bookedTimes } from './tables.ts'
export { waitlistNotices as availabilityNotices } from './waitlist/notices.ts'
