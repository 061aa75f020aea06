import { type RefObject, useEffect } from 'react'

/**
 * Sets an element's `--visible-height` to the height above an open on-screen keyboard. Browsers don't resize
 * the window for the keyboard, which would cover the composer.
 */
export function useViewportHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const update = () => {
      // Zooming also shrinks the viewport, but not the window.
      const height = viewport.scale === 1 ? `${viewport.height}px` : '100dvh'
      element.current?.style.setProperty('--visible-height', height)
    }
    update()
    viewport.addEventListener('resize', update)
    return () => viewport.removeEventListener('resize', update)
  }, [element])
}
