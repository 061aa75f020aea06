import { useInsertionEffect, useLayoutEffect, useRef } from 'react'
import { ScrollRestoration } from 'react-router'
import { getScrollKey, scrollStorageKey } from './scroll-positions.ts'

/**
 * Opens a new page at its top, and on Back returns to where the reader was. ScrollRestoration also goes to
 * the top when it starts, but readers of a page that the server rendered may have scrolled before that, and
 * stay where they are.
 */
export function Scrolling() {
  const startY = useRef(0)
  // Insertion effects run before ScrollRestoration's layout effect, the layout effect here runs after it, and
  // nothing is painted in between.
  useInsertionEffect(() => {
    startY.current = window.scrollY
  }, [])
  useLayoutEffect(() => {
    if (startY.current > 0) window.scrollTo(0, startY.current)
  }, [])
  return <ScrollRestoration getKey={getScrollKey} storageKey={scrollStorageKey} />
}
