import type { Deps } from '../../deps.ts'
import { createProfile } from './commands.ts'

/**
 * Creates the profile of each new account. The role is read from the account and not from the event, because
 * another sign-up may have changed it meanwhile.
 */
export function profileSubscribers(deps: Deps): void {
  deps.jobs.subscribe('account.created', 'profiles', ({ userId, timezone }) =>
    createProfile(deps, userId, timezone),
  )
}
