/**
 * What this browser stores for one user until they log out. All tabs share it. Each item has its own key, so
 * that two tabs writing at once don't overwrite each other.
 */
const prefix = 'tendwell.user'

/**
 * @param kind such as `draft`
 * @param name unique within its kind
 * @returns false if storage is full or blocked
 */
export function saveItem(userId: number, kind: string, name: string, value: unknown): boolean {
  try {
    localStorage.setItem(keyOf(userId, kind, name), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function readItem(userId: number, kind: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, kind, name)) ?? 'null')
  } catch {
    return null
  }
}

/** All items of a kind, by name. */
export function readItems(userId: number, kind: string): Map<string, unknown> {
  const start = keyOf(userId, kind, '')
  const names = listKeys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
  return new Map(names.map((name) => [name, readItem(userId, kind, name)]))
}

export function removeItem(userId: number, kind: string, name: string): void {
  removeKey(keyOf(userId, kind, name))
}

/** On logout: clears what is stored, also if the session ended before. */
export function clearUserStorage(): void {
  for (const key of listKeys()) if (key.startsWith(`${prefix}.`)) removeKey(key)
}

/** On login: clears what other users left behind, for example when their session expired. */
export function clearOtherUsersStorage(userId: number): void {
  for (const key of listKeys()) {
    if (key.startsWith(`${prefix}.`) && !key.startsWith(`${prefix}.${userId}.`)) removeKey(key)
  }
}

/** Calls `onChange` when another tab changes an item of this kind. @returns stops watching */
export function watchItems(userId: number, kind: string, onChange: () => void): () => void {
  const start = keyOf(userId, kind, '')
  const listener = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(start)) onChange()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const keyOf = (userId: number, kind: string, name: string) => `${prefix}.${userId}.${kind}.${name}`

function listKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function removeKey(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
