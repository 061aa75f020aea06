/**
 * What this browser keeps for one person until they log out, seen by all of its tabs: a key for each thing, so that
 * two tabs that write at once lose nothing of each other.
 */
const prefix = 'tendwell.kept'

/** @param userId whose it is @param kind what it is, such as `draft` @param name unique among its kind */
export function keep(userId: number, kind: string, name: string, value: unknown): boolean {
  try {
    localStorage.setItem(keyOf(userId, kind, name), JSON.stringify(value))
    return true
  } catch {
    // Storage may be full or forbidden: then nothing outlives the screen.
    return false
  }
}

export function readKept(userId: number, kind: string, name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId, kind, name)) ?? 'null')
  } catch {
    return null
  }
}

/** All of a kind by name, as a map from names to what is kept. */
export function allKept(userId: number, kind: string): Map<string, unknown> {
  const start = keyOf(userId, kind, '')
  const names = keys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []))
  return new Map(names.map((name) => [name, readKept(userId, kind, name)]))
}

export function forget(userId: number, kind: string, name: string): void {
  remove(keyOf(userId, kind, name))
}

/** At the log-out: nothing stays for whoever comes next. */
export function forgetAll(userId: number): void {
  for (const key of keys()) if (key.startsWith(`${prefix}.${userId}.`)) remove(key)
}

/** At a login: nothing stays of whoever was here before, also where their session had expired. */
export function forgetOthers(userId: number): void {
  for (const key of keys()) {
    if (key.startsWith(`${prefix}.`) && !key.startsWith(`${prefix}.${userId}.`)) remove(key)
  }
}

/** Calls back when another tab has changed something of this kind; the answer stops it. */
export function watchKept(userId: number, kind: string, changed: () => void): () => void {
  const start = keyOf(userId, kind, '')
  const listener = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(start)) changed()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const keyOf = (userId: number, kind: string, name: string) => `${prefix}.${userId}.${kind}.${name}`

function keys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // As said.
  }
}
