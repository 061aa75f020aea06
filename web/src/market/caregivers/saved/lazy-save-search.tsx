import { type ComponentProps, Suspense } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import type { SaveSearch } from './save-search.tsx'

const Tool = lazyTool(async () => (await import('./save-search.tsx')).SaveSearch)

/** `SaveSearch`, loaded after the results. */
export function LazySaveSearch(props: ComponentProps<typeof SaveSearch>) {
  return (
    <Suspense fallback={null}>
      <Tool {...props} />
    </Suspense>
  )
}
