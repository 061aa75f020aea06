import { Skeleton } from '../../../ui/skeleton.tsx'

const fields = ['country', 'city', 'skills', 'languages', 'day', 'rates', 'rating']

/** A placeholder while the filters load. */
export function FilterSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5">
      {fields.map((field) => (
        <div key={field}>
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2.5 h-12 w-full" />
        </div>
      ))}
    </div>
  )
}
