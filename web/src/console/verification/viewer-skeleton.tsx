import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The documents' names, the tools and the stage. */
export function ViewerSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-6 w-36" />
      <span className="mt-6 mb-4 flex gap-6 border-b border-line pb-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </span>
      <Skeleton className="mb-3 h-10 w-64" />
      <Skeleton className="h-[clamp(20rem,62dvh,48rem)] w-full" />
    </Loading>
  )
}
