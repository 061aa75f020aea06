import type { Place } from '@tendwell/contract/profiles/places'
import { useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session/session.ts'

/**
 * The place near which a visitor last looked for care. Only this browser knows it: it says nothing about an
 * account, so it stays when someone logs in or out. A family's place is the city of its profile.
 * @see docs/rules/profiles-and-files.md#near-a-place
 */
export type RememberedPlace = Pick<Place, 'id' | 'name'>

const storageKey = 'tendwell.place'
const listeners = new Set<() => void>()

/**
 * @returns `place`: null without one, to a family, and until the page is hydrated; `remember`: keeps another
 *   place, or forgets it for null
 */
export function useRememberedPlace() {
  const { user, isLoggedIn } = useSession()
  const isFamily = isLoggedIn && user?.role === 'caretaker'
  const stored = useSyncExternalStore(subscribe, readStored, () => '')
  const [, id, name = ''] = /^([1-9]\d{0,8}) (.+)$/.exec(stored) ?? []
  const place: RememberedPlace | null = isFamily || id === undefined ? null : { id: Number(id), name }
  const remember = (next: RememberedPlace | null) => {
    if (!isFamily) store(next)
  }
  return { place, remember }
}

function store(place: RememberedPlace | null): void {
  try {
    if (place) localStorage.setItem(storageKey, `${place.id} ${place.name}`)
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is full or blocked: the next search begins anywhere.
  }
  for (const listener of listeners) listener()
}

function readStored(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
