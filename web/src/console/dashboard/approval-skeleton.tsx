import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Rows with a checkbox, a person, a day and buttons, below the line that selects all. */
export function ApprovalSkeleton() {
  return (
    <Loading>
      <span className="mb-2 flex min-h-12 items-center justify-between gap-6 border-b border-line pb-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-9 w-72 max-sm:hidden" />
      </span>
      <span className="flex flex-col divide-y divide-line">
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <span key={row} className="flex items-center gap-4 py-4 max-md:flex-wrap">
            <Skeleton className="size-5.5 shrink-0" />
            <Skeleton className="size-12 shrink-0 rounded-full" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3.5 w-48" />
            </span>
            <Skeleton className="h-4 w-24 max-md:hidden" />
            <span className="flex w-full max-w-80 flex-col items-end gap-2 max-md:max-w-none max-md:items-start">
              <Skeleton className="h-9 w-64" />
              <Skeleton className="h-9 w-72" />
            </span>
          </span>
        ))}
      </span>
    </Loading>
  )
}
