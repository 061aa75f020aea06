import { useEffect, useState } from 'react'

/**
 * Whether the browser is on its way to another site, a provider's page. Whoever comes back by the browser's own button
 * may find the page just as it was left: then it is no longer on its way.
 */
export function useLeaving(): [isLeaving: boolean, setLeaving: (isLeaving: boolean) => void] {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const stay = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  return [isLeaving, setLeaving]
}
