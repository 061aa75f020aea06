/** The console is for admins alone. */
export const ADMINS = { access: ['admin'] as const }
