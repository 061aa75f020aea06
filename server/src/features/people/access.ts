import { SIGNED_IN } from '../../platform/http/access.ts'

/** Who may call a route: everyone, or everyone who is signed in. */
export const PUBLIC = { access: 'public' } as const
export const AUTHENTICATED = { access: SIGNED_IN }
