import { type ComponentProps, Suspense } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import type { SaveSearch } from './save-search.tsx'

const Tool = lazyTool(async () => (await import('./save-search.tsx')).SaveSearch)

/** `SaveSearch`, loaded after the results. The server can't render a part that loads later. */
export function LazySaveSearch(props: ComponentProps<typeof SaveSearch>) {
  if (!useHydrated()) return null
  return (
    <Suspense fallback={null}>
      <Tool {...props} />
    </Suspense>
  )
}
