/** The UIDs of our own events, by which a calendar that carries them on is told from other appointments. */
export function toOwnUid(publicUrl: string): RegExp {
  const host = new URL(publicUrl).hostname.replace(/[.]/g, '[.]')
  return new RegExp(`^[a-z-]+-\\d+@${host}$`)
}
