/** Who may call the console's routes. @see docs/rules/console.md#access */
export const ADMIN_ONLY = { access: ['admin'] } as const
/** People, bookings and disputes. */
export const SUPPORT = { access: ['support', 'admin'] } as const
/** Figures and money. */
export const FINANCE = { access: ['finance', 'admin'] } as const
/** Records, which every admin may read. */
export const STAFF = { access: ['support', 'finance', 'admin'] } as const
