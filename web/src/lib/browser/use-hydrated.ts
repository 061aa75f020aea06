import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False during server rendering and hydration, then true. Whatever depends on the browser, such as its time
 * zone, waits for it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
