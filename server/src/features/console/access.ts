/** Who may call the console's routes. @see docs/rules/console.md#access */
export const ADMIN_ONLY = { access: ['admin'] } as const
/** For people, bookings and disputes. */
export const SUPPORT = { access: ['support', 'admin'] } as const
/** For figures and money. */
export const FINANCE = { access: ['finance', 'admin'] } as const
/** For records that all staff may read. */
export const STAFF = { access: ['support', 'finance', 'admin'] } as const
