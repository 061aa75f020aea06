import type { Deps } from '../../deps.ts'
import { makeProfile } from './commands.ts'

/** Every account has its profile soon after sign-up. The role is read from the account: it may have changed since. */
export function profileSubscribers(deps: Deps): void {
  deps.jobs.subscribe('account.created', 'profiles', ({ userId, timezone }) =>
    makeProfile(deps, userId, timezone),
  )
}
