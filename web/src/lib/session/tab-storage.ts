const prefix = 'tendwell.'
const ownerKey = `${prefix}tab-owner`

/** Reads what this tab stored before a reload; null if storage is blocked. */
export function readTabItem(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param value any JSON; null removes the item */
export function writeTabItem(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked.
  }
}

export function clearTabStorage(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing to clear.
  }
}

/** Makes a user the owner of this tab's storage, and clears what another user left in it. */
export function claimTabStorage(userId: number): void {
  const owner = readTabItem(ownerKey)
  if (owner !== null && owner !== userId) clearTabStorage()
  writeTabItem(ownerKey, userId)
}
