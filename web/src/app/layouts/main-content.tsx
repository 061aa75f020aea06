import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useKeptFocus } from '../../lib/browser/use-kept-focus.ts'

interface MainContentProps {
  className?: string
  children?: ReactNode
}

/** The screen's content. It is focused after a navigation, so that screen readers start at its top. */
export function MainContent({ className = '', children = <Outlet /> }: MainContentProps) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const isMoving = useNavigation().state !== 'idle'
  useKeptFocus(main)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <main id="main" ref={main} tabIndex={-1} aria-busy={isMoving} className={`flex-1 ${className}`}>
      {isMoving && (
        <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-gold-thread" />
      )}
      {children}
    </main>
  )
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-control bg-paper-raised px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      Skip to content
    </a>
  )
}
