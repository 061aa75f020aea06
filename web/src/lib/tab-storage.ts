const prefix = 'tendwell.'
const personKey = `${prefix}person`

/** What this tab remembers over a reload. Storage may be full or forbidden: then nothing outlives the screen. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param value as JSON holds it; null forgets */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // As said.
  }
}

/** All of it: whoever comes next finds nothing. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // As said.
  }
}

/** This tab is now this person's, wherever they logged in: what another one has left in it is forgotten. */
export function claimTab(userId: number): void {
  const before = readTab(personKey)
  if (before !== null && before !== userId) forgetTab()
  writeTab(personKey, userId)
}
