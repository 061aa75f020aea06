export { setActive } from './activity.ts'
export { countOpenStaffChanges, isEntryOfOpenChange, listStaffChanges } from './changes/queries.ts'
export { closeAccount, isLastAdmin, lockToClose, reopenAccount } from './closing.ts'

export { staffJobs } from './jobs.ts'
export { staffData } from './personal-data.ts'
export { listInvitations, listStaff } from './queries.ts'
export { staffRoutes } from './routes.ts'
