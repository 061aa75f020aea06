import { NOT_ME_STOP_HOURS } from '@tendwell/contract/sign-in/not-me'
import { HOUR_MS } from '@tendwell/contract/time'
import type { UserRow } from '../../people/index.ts'

/**
 * Until when payouts and changes of email are stopped, because the owner said that a change wasn't them.
 * @returns null if they are not stopped
 * @see docs/rules/accounts.md#this-wasnt-me
 */
export function getNotMeStopEnd({ disownedAt }: Pick<UserRow, 'disownedAt'>, now: Date): Date | null {
  const until = disownedAt && new Date(disownedAt.getTime() + NOT_ME_STOP_HOURS * HOUR_MS)
  return until && until > now ? until : null
}
