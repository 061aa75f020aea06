import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, parsePath, useNavigate } from 'react-router'
import { useGetPreviousPath } from '../lib/address/trail.tsx'

interface BackLinkProps {
  to: string
  toAnyPage?: boolean
  children: ReactNode
}

/**
 * Above a page's title: a link to the parent screen. If that was the page before, it goes back, so that a list
 * keeps its filters, its page and where the reader was. With `toAnyPage` it goes back to whatever page was before, for
 * a screen that several lead to.
 */
export function BackLink({ to, toAnyPage = false, children }: BackLinkProps) {
  const navigate = useNavigate()
  const getPreviousPath = useGetPreviousPath()
  const goBack = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    const previousPath = getPreviousPath()
    const isBack = toAnyPage ? previousPath !== undefined : previousPath === parsePath(to).pathname
    if (opensElsewhere || !isBack) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to={to}
      onClick={goBack}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-ink-soft transition-colors hover:text-ink"
    >
      <ArrowLeft className="size-4" />
      {children}
    </Link>
  )
}
