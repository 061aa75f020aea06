/** Keys have no slash and no dot, so that a key can't name a file in another folder. */
const KEY_PATTERN = /^[A-Za-z0-9_-]{1,128}$/

export function isStorageKey(key: string): boolean {
  return KEY_PATTERN.test(key)
}

/** @returns the key @throws Error if it could name a file in another folder */
export function requireKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('Invalid storage key')
  return key
}
