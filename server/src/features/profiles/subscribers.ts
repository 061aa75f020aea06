import type { Deps } from '../../deps.ts'
import type { Event } from '../../platform/jobs.ts'
import { makeProfile } from './commands.ts'

type AccountCreated = Event & { userId: number; timezone: string | null }

/** Every account has its profile soon after sign-up. The role is read from the account: it may have changed since. */
export function profileSubscribers(deps: Deps): void {
  deps.jobs.subscribe<AccountCreated>('account.created', 'profiles', ({ userId, timezone }) =>
    makeProfile(deps, userId, timezone),
  )
}
