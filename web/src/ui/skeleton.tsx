import type { ReactNode } from 'react'

/** A grey placeholder. Give it the size of the content it replaces. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-control bg-sand ${className}`} />
}

/** Placeholders for lines of text, the last one shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Loading>
      <span className="flex flex-col gap-2.5">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
          <Skeleton key={line} className={line === lines - 1 ? 'h-4 w-3/5' : 'h-4 w-full'} />
        ))}
      </span>
    </Loading>
  )
}

/**
 * Placeholders for rows with a round picture and two lines, like most lists.
 * @param height classes of a row that holds more
 */
export function SkeletonRows({ rows = 4, height = '' }: { rows?: number; height?: string }) {
  return (
    <Loading>
      <span className="flex flex-col divide-y divide-line">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <span key={row} className={`flex items-center gap-4 py-4 first:pt-0 last:pb-0 ${height}`}>
            <Skeleton className="size-12 shrink-0 rounded-full" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-3/5" />
            </span>
          </span>
        ))}
      </span>
    </Loading>
  )
}

/** Announces the loading to screen readers once. */
export function Loading({ children, label = 'Loading…' }: { children: ReactNode; label?: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
