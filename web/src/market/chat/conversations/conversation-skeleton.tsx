import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

const widths = ['w-3/5', 'ml-auto w-1/2', 'ml-auto w-2/5', 'w-2/3', 'w-1/3', 'ml-auto w-3/5']

export function MessagesSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden px-4 py-4 sm:px-6">
      <Loading label="Loading messages…">
        <span className="flex flex-col gap-4">
          {widths.map((width) => (
            <Skeleton key={width} className={`h-11 rounded-card! ${width}`} />
          ))}
        </span>
      </Loading>
    </div>
  )
}

/** Also covers the header and the composer, while the other person is unknown. */
export function ConversationSkeleton() {
  return (
    <>
      <div className="flex min-h-18 items-center gap-3 border-b border-line px-3 py-2 sm:px-5">
        <Skeleton className="ml-14 size-12 shrink-0 rounded-full! md:ml-0" />
        <Skeleton className="h-5 w-40" />
      </div>
      <MessagesSkeleton />
      <div className="flex items-end gap-2 border-t border-line p-3 sm:px-5 sm:py-4">
        <Skeleton className="h-12 flex-1 rounded-card!" />
        <Skeleton className="size-12 shrink-0 rounded-full!" />
      </div>
    </>
  )
}
