import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while a page is drawn on the server and taken over in the browser, true ever after. What depends on the viewer,
 * as their zone does, waits for it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
