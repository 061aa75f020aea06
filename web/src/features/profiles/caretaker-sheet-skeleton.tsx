import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** A family's page that is not there yet: its card, and three panels beside it. */
export function CaretakerSheetSkeleton() {
  return (
    <Loading label="Loading the family…">
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <Card className="flex h-88 flex-col items-center p-8">
          <Skeleton className="h-40 w-32 rounded-arch!" />
          <Skeleton className="mt-6 h-7 w-48" />
          <Skeleton className="mt-4 h-4 w-36" />
        </Card>
        <div className="flex flex-col gap-6">
          {['h-36', 'h-52', 'h-32'].map((height) => (
            <Card key={height} className={`p-6 ${height}`}>
              <Skeleton className="h-6 w-48" />
              <Skeleton className="mt-6 h-4 w-full" />
              <Skeleton className="mt-3 h-4 w-4/5" />
            </Card>
          ))}
        </div>
      </div>
    </Loading>
  )
}
