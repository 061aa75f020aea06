import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to a panel and focuses it once it has loaded, if the address has its id. Links to it, such as from
 * a mail, arrive earlier.
 * @returns the panel's `ref`
 */
export function useLinkedPanel(id: string, isLoaded = true) {
  const panel = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isLinked = isLoaded && hash === `#${id}`
  useEffect(() => {
    if (!isLinked) return
    panel.current?.scrollIntoView()
    panel.current?.focus({ preventScroll: true })
  }, [isLinked])
  return panel
}
