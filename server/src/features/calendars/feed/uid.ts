/**
 * Matches the UIDs of our own events. A person's outside calendar may contain our feed, and its events must
 * not count as busy times.
 */
export function makeOwnUidPattern(publicUrl: string): RegExp {
  const host = new URL(publicUrl).hostname.replace(/[.]/g, '[.]')
  return new RegExp(`^[a-z-]+-\\d+@${host}$`)
}
