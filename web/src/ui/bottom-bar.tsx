import type { ReactNode } from 'react'

interface BottomBarProps {
  /** Shown beside the action, such as a total or a count. */
  children?: ReactNode
  action: ReactNode
  /** One line below both. */
  note?: string
  /** Whether it sticks on larger screens too. */
  isAlwaysSticky?: boolean
}

const inPlace = 'sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0'

/** On phones the main action sticks to the bottom; on larger screens it stays in place. */
export function BottomBar({ children, action, note, isAlwaysSticky = false }: BottomBarProps) {
  return (
    <div
      className={`sticky bottom-0 z-20 -mx-[clamp(1.25rem,4vw,2.5rem)] mt-6 border-t border-line bg-paper-raised px-[clamp(1.25rem,4vw,2.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${isAlwaysSticky ? '' : inPlace}`}
    >
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">{children}</div>
        <div className="shrink-0">{action}</div>
      </div>
      {note && <p className="mt-1.5 text-center text-13 text-ink-soft">{note}</p>}
    </div>
  )
}
