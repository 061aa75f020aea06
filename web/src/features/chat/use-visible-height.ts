import { type RefObject, useEffect } from 'react'

/**
 * Keeps `--visible-height` of an element at what a phone's keyboard leaves of the window: where the browser doesn't
 * make the window itself smaller (Safari), the composer would stand under it.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const follow = () => {
      // Zoomed in, the window is as tall as before.
      const height = viewport.scale === 1 ? `${viewport.height}px` : '100dvh'
      element.current?.style.setProperty('--visible-height', height)
    }
    follow()
    viewport.addEventListener('resize', follow)
    return () => viewport.removeEventListener('resize', follow)
  }, [element])
}
