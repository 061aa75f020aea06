import type { ReactNode } from 'react'

interface BottomBarProps {
  /** Shown beside the action, such as a total or a count. */
  children?: ReactNode
  action: ReactNode
}

/** On phones the main action sticks to the bottom; on larger screens it stays in place. */
export function BottomBar({ children, action }: BottomBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-6 flex items-center justify-between gap-4 border-t border-line bg-paper-raised px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0">
      <div className="min-w-0">{children}</div>
      <div className="shrink-0">{action}</div>
    </div>
  )
}
