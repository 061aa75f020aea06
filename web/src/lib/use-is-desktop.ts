import { useSyncExternalStore } from 'react'

/** Tailwind's `lg:` breakpoint. */
const query = '(min-width: 64rem)'

/** Whether the window has room for a side column; false while a server-rendered page is hydrated. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false,
  )
}

function watch(changed: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
