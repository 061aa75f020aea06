import { Loading, Skeleton } from './skeleton.tsx'

const weeks = 5
const weekdays = 7

/** A placeholder while a month calendar loads. */
export function CalendarSkeleton() {
  return (
    <Loading label="Loading the calendar…">
      <Skeleton className="mb-4 h-11 w-48" />
      <div className="@container">
        <div className="grid grid-cols-7 gap-1">
          {Array.from({ length: weeks * weekdays }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells are alike and never move
            <Skeleton key={cell} className="h-14 @md:h-18" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
