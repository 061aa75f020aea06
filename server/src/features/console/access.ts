/** Who may call the console's routes. @see docs/rules/console.md#access */
/** Admins, for the audit log, jobs and staff. */
export const ADMIN_ONLY = { access: ['admin'] } as const
/** The staff who may read people, bookings and disputes. */
export const SUPPORT = { access: ['support', 'admin'] } as const
/** The staff who may read figures and money. */
export const FINANCE = { access: ['finance', 'admin'] } as const
/** All staff, for records that each of them may read. */
export const STAFF = { access: ['support', 'finance', 'admin'] } as const
