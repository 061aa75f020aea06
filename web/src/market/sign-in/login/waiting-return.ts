import { now } from '../../../lib/format/clock.ts'
import { toSafePath } from '../../../shared/routes/return-to.ts'

/**
 * Where someone who has just signed up or asked for a reset link wanted to go. It waits in this browser,
 * because the mailed link opens another tab.
 * @see docs/rules/accounts.md#the-way-back
 */
const storageKey = 'tendwell.return'
const lifetimeMs = 24 * 3_600_000

/** @param path '/' if nothing waits */
export function keepReturn(email: string, path: string): void {
  try {
    if (path === '/') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ email, path, untilMs: now() + lifetimeMs }))
  } catch {
    // Storage is full or blocked: the login leads home.
  }
}

/** The waiting path of this person, or '/'. */
export function readReturn(email: string | undefined): string {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    const isOwn = email !== undefined && stored?.email === email
    return isOwn && stored.untilMs > now() && typeof stored.path === 'string' ? toSafePath(stored.path) : '/'
  } catch {
    return '/'
  }
}

/** The same when they log in. After any login nothing waits any longer. */
export function takeReturn(email: string): string {
  const path = readReturn(email)
  keepReturn(email, '/')
  return path
}
