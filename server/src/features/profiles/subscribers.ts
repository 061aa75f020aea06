import type { Deps } from '../../deps.ts'
import { createProfile } from './commands.ts'

/**
 * Creates the profile of a new account. The role is read from the account, because it may have changed since.
 */
export function profileSubscribers(deps: Deps): void {
  deps.jobs.subscribe('account.created', 'profiles', ({ userId, timezone }) =>
    createProfile(deps, userId, timezone),
  )
}
