import { paths } from '@tendwell/contract/routes'
/**
 * The link "This wasn't me" in mails about a change of the account.
 * @see docs/rules/accounts.md#this-wasnt-me
 */

import { NOT_ME_DAYS } from '@tendwell/contract/sign-in/not-me'
import { DAY_MS } from '@tendwell/contract/time'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { readSigned, type Secrets, signText } from '../../../platform/secrets.ts'

const PURPOSE = 'not-me'

const changeSchema = z.object({
  userId: z.int(),
  kind: z.enum(['two_step', 'recovery_codes', 'password', 'email', 'bank']),
  at: z.iso.datetime(),
  /** The session that made the change; null if none did, as with a password reset. */
  sessionId: z.string().nullable(),
  /** The address before and after, for a change of email. */
  emails: z.object({ before: z.string(), after: z.string() }).optional(),
})

/** A change that its owner was mailed about. */
export type MailedChange = z.infer<typeof changeSchema>

/**
 * The address that "This wasn't me" leads to. Its token is signed but readable, so it holds nothing that the
 * reader of the mail doesn't know.
 */
export function toNotMeUrl(deps: Pick<Deps, 'secrets' | 'publicUrl'>, change: MailedChange): string {
  const text = Buffer.from(JSON.stringify(change)).toString('base64url')
  return `${deps.publicUrl()}${paths.notMe}?token=${signText(deps.secrets, PURPOSE, text)}`
}

/** @returns null for a token that is not ours */
export function readNotMeToken(secrets: Secrets, token: string): MailedChange | null {
  const text = readSigned(secrets, PURPOSE, token)
  if (text === null) return null
  return changeSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
}

/** Whether the link of a change can still be used. */
export function isNotMeOpen({ at }: Pick<MailedChange, 'at'>, now: Date): boolean {
  return now.getTime() - Date.parse(at) < NOT_ME_DAYS * DAY_MS
}
