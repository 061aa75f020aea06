import { Loading, Skeleton } from '../../ui/skeleton.tsx'

const widths = ['w-3/5', 'ml-auto w-1/2', 'ml-auto w-2/5', 'w-2/3', 'w-1/3', 'ml-auto w-3/5']

/** Messages of both sides, on their way. */
export function PanelSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-4 py-6 sm:px-6">
      <Loading label="Loading messages…">
        <span className="flex h-full flex-col justify-end gap-4">
          {widths.map((width) => (
            <Skeleton key={width} className={`h-11 ${width}`} />
          ))}
        </span>
      </Loading>
    </div>
  )
}
