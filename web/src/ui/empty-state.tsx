import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** Such as 'No requests yet'. */
  title: string
  /** What to do next, in a line. */
  hint?: ReactNode
  /** One action. */
  action?: ReactNode
  /** An illustration from ui/scenes. */
  scene?: ReactNode
}

export function EmptyState({ title, hint, action, scene }: EmptyStateProps) {
  return (
    <div className="flex animate-appear flex-col items-center gap-2 px-4 py-8 text-center">
      {scene && <div className="mb-2 w-40">{scene}</div>}
      <p className="font-display text-21">{title}</p>
      {hint && <div className="max-w-sm text-balance text-ink-soft">{hint}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
