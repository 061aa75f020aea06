import { useSyncExternalStore } from 'react'

/** As `lg:` of the styles. */
const query = '(min-width: 64rem)'

/** Whether there is room beside the content; false while a page is drawn on the server and taken over. */
export function useWide(): boolean {
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
