import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import { ErrorState } from './error-state.tsx'

interface PanelProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** First load: a skeleton of the content's own shape. */
  isLoading?: boolean
  skeleton?: ReactNode
  /** A failed load: what failed, and the way to try again. */
  error?: { title: string; detail?: string | undefined; onRetry: () => void } | null | undefined | false
  /** Loaded, and nothing there: an <EmptyState>. */
  empty?: ReactNode
  children?: ReactNode
  className?: string
}

/** A titled card in one of four states: loading, error, empty, full. The first that holds is shown. */
export function Panel(props: PanelProps) {
  const { title, lead, actions, isLoading = false, className = '' } = props
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} aria-busy={isLoading} className={className}>
      <Card>
        <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <h2 id={headingId} className="text-21">
              {title}
            </h2>
            {lead && <div className="mt-1 text-ink-soft">{lead}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
        <PanelBody {...props} />
      </Card>
    </section>
  )
}

function PanelBody({ isLoading, skeleton, error, empty, children }: PanelProps) {
  if (isLoading) return skeleton
  if (error) return <ErrorState {...error} isCompact />
  return empty || children
}
