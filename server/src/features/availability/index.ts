export { availabilityOf } from './calendar.ts'
export { setDay } from './day-commands.ts'
export { availabilityJobs } from './jobs.ts'
export {
  listedOpenFor,
  nextOpening,
  occupy,
  openAmong,
  opensFor,
  valuesOfNextOpening,
  valuesOfWish,
} from './opening.ts'
export { availabilityRoutes } from './routes.ts'
export { addRules } from './rule-commands.ts'
export { offerEndMs, offeredSlots } from './schedule.ts'
export { type LockedCalendar, lockCalendar } from './store.ts'
