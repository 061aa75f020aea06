import type { ReactNode } from 'react'

interface BottomBarProps {
  /** Shown beside the action, such as a total or a count. */
  children?: ReactNode
  action: ReactNode
  /** One line below both. */
  note?: string
  /** The smallest screen on which it stays in place; by default any that is larger than a phone. */
  inPlaceFrom?: keyof typeof inPlace | 'never'
}

const inPlace = {
  sm: 'sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0',
  lg: 'lg:order-first lg:static lg:mx-0 lg:mt-0 lg:border-0 lg:bg-transparent lg:p-0 lg:*:flex-col-reverse lg:*:items-stretch',
}

/** The main action sticks to the bottom of small screens; on larger ones it stays in place, on `lg` above what is beside it. */
export function BottomBar({ children, action, note, inPlaceFrom = 'sm' }: BottomBarProps) {
  return (
    <div
      className={`sticky bottom-0 z-20 -mx-[clamp(1.25rem,4vw,2.5rem)] mt-6 border-t border-line bg-paper-raised px-[clamp(1.25rem,4vw,2.5rem)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${inPlaceFrom === 'never' ? '' : inPlace[inPlaceFrom]}`}
    >
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">{children}</div>
        <div className="shrink-0">{action}</div>
      </div>
      {note && <p className="mt-1.5 text-center text-13 text-ink-soft">{note}</p>}
    </div>
  )
}
