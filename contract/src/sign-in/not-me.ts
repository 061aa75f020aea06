/**
 * "This wasn't me", the link in mails about a change of the account.
 * @see docs/rules/accounts.md#this-wasnt-me
 */
import { z } from 'zod'
import { instantSchema } from '../wire.ts'

/**
 * How long the link works, and how long after it was added a factor that may be someone else's can be removed
 * by the mailbox alone.
 */
export const NOT_ME_DAYS = 7
/** How long payouts and changes of email are stopped after the link was used. */
export const NOT_ME_STOP_HOURS = 48

const INVALID_LINK = 'This link is not valid'

/** POST /api/auth/not-me */
export const notMeBody = z.strictObject({
  token: z
    .string({ error: INVALID_LINK })
    .trim()
    .min(1, { error: INVALID_LINK })
    .max(2_000, { error: INVALID_LINK }),
})

export const removedFactor = z.object({ method: z.enum(['passkey', 'app']), name: z.string() })
export type RemovedFactor = z.infer<typeof removedFactor>

export const notMeResponse = z.object({
  /** What the mail was about. */
  kind: z.enum(['two_step', 'recovery_codes', 'password', 'email', 'bank']),
  removed: z.array(removedFactor),
  is_email_restored: z.boolean(),
  /** Until when payouts and changes of email are stopped. */
  stopped_until: instantSchema,
  /** Chooses a new password within the hour, as the token of a reset link does. */
  reset_token: z.string(),
})
export type NotMeResponse = z.infer<typeof notMeResponse>

const listFormat = new Intl.ListFormat('en-US')

/** Removed factors in words: `the passkey “Phone” and the authenticator app “App”`. */
export function describeRemoved(removed: readonly RemovedFactor[]): string {
  const names = removed.map(
    ({ method, name }) => `the ${method === 'passkey' ? 'passkey' : 'authenticator app'} “${name}”`,
  )
  return listFormat.format(names)
}
