import { useEffect, useState } from 'react'

/**
 * Sends the browser to another site, such as the payment provider's page. The Back button may restore this
 * page from memory, and then the redirect counts as over.
 */
export function useExternalRedirect(): { isRedirecting: boolean; redirectTo: (url: string) => void } {
  const [isRedirecting, setRedirecting] = useState(false)
  useEffect(() => {
    const stay = (event: PageTransitionEvent) => event.persisted && setRedirecting(false)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])
  const redirectTo = (url: string) => {
    setRedirecting(true)
    window.location.assign(url)
  }
  return { isRedirecting, redirectTo }
}
