/** Route config of the console: admins only. @see docs/rules/console.md#access */
export const ADMIN_ONLY = { access: ['admin'] as const }
