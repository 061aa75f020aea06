/** The UIDs of our own events, which mark them in a calendar that repeats ours. */
export function toOwnUid(publicUrl: string): RegExp {
  const host = new URL(publicUrl).hostname.replace(/[.]/g, '[.]')
  return new RegExp(`^[a-z-]+-\\d+@${host}$`)
}
