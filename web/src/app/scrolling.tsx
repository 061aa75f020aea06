import { useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration } from 'react-router'
import { getScrollKey, scrollStorageKey } from './scroll-positions.ts'

/**
 * A new page begins at its top, and Back returns to where it was. ScrollRestoration also goes to the top when it starts,
 * so it returns to where the visitor has scrolled on a page of the server before the scripts had loaded.
 */
export function Scrolling() {
  const startY = useRef(0)
  // Runs before ScrollRestoration's layout effect, and the layout effect here after it. Nothing is painted in between.
  useInsertionEffect(() => {
    startY.current = window.scrollY
  }, [])
  useLayoutEffect(() => {
    if (startY.current > 0) window.scrollTo(0, startY.current)
  }, [])
  return <ScrollRestoration getKey={getScrollKey} storageKey={scrollStorageKey} />
}
