import { SIGNED_IN } from '../../platform/http/access.ts'

/** Who may call the routes of this slice. */
export const PUBLIC = { access: 'public' } as const
export const AUTHENTICATED = { access: SIGNED_IN }
