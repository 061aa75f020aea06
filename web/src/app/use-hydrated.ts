import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the page is drawn at the build and taken over in the browser, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
