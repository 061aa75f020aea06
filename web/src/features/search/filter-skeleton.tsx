import { Skeleton } from '../../ui/skeleton.tsx'

const fields = ['country', 'city', 'skills', 'languages', 'day', 'rates', 'rating']

/** The form of filters while its code is on its way: a label and a field each. */
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
