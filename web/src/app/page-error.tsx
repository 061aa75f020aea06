import { Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { lazyTool } from '../lib/browser/lazy-parts.tsx'
import { paths } from '../shared/routes/paths.ts'
import { buttonClass } from '../ui/button-style.ts'
import { DocumentTitle } from '../ui/document-title.tsx'

// Lazy, to keep it out of the landing page's first load.
const LostPath = lazyTool(async () => (await import('../ui/scenes/lost-path.tsx')).LostPath)

/**
 * Shown when a screen crashes or its code can't be loaded, because a new version replaced it or the network
 * is down.
 */
export function PageError() {
  const error = useRouteError()
  const isMissingCode = /dynamically imported module|module script|Failed to fetch/i.test(String(error))
  useEffect(() => console.error(error), [error])
  return (
    <div className="page-width flex flex-col items-center py-16 text-center">
      <DocumentTitle>Something went wrong</DocumentTitle>
      <div className="w-72 max-w-full">
        <Suspense>
          <LostPath />
        </Suspense>
      </div>
      <h1 className="mt-6 text-28 sm:text-40">Something went wrong</h1>
      <p className="mt-3 max-w-md text-17 text-ink-soft">
        {isMissingCode
          ? 'We couldn’t load this page. Check your connection and try again.'
          : 'The problem is on our side. Everything you saved is safe.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonClass()} onClick={() => window.location.reload()}>
          Try again
        </button>
        {/* A full page load, because the broken state may be in memory. */}
        <a href={paths.home} className={buttonClass({ variant: 'secondary' })}>
          Go to Home
        </a>
      </div>
    </div>
  )
}
