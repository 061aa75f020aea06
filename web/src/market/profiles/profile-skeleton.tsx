import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'

const fields = ['name', 'email', 'city', 'country', 'rate', 'zone']

export function ProfileSkeleton() {
  return (
    <Loading label="Loading your profile…">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Card className="flex flex-col items-center gap-4 p-6 lg:order-last">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-40 w-32 rounded-arch" />
          <Skeleton className="h-9 w-36" />
          <Skeleton className="h-8 w-44" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-6 h-24 w-full" />
        </Card>
        <div className="flex flex-col gap-6">
          <Card>
            <Skeleton className="h-7 w-28" />
            <div className="mt-6 grid gap-x-5 gap-y-6 sm:grid-cols-2">
              {fields.map((field) => (
                <div key={field} className="flex flex-col gap-2">
                  <Skeleton className="h-5 w-24" />
                  <Skeleton className="h-12" />
                </div>
              ))}
              <Skeleton className="h-12 sm:col-span-2" />
              <Skeleton className="h-12 sm:col-span-2" />
              <Skeleton className="h-36 sm:col-span-2" />
            </div>
          </Card>
          <Card>
            <SkeletonRows rows={3} />
          </Card>
        </div>
      </div>
    </Loading>
  )
}
