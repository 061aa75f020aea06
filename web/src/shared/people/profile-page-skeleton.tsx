import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

interface ProfilePageSkeletonProps {
  /** 'Loading the caregiver…' */
  label: string
  /**
   * Height classes of the card and of the panels beside it, so that nothing moves when the page has loaded.
   */
  cardHeight: string
  panelHeights: readonly string[]
}

/** A placeholder for a caregiver's or family's page: a card, and panels beside it. */
export function ProfilePageSkeleton({ label, cardHeight, panelHeights }: ProfilePageSkeletonProps) {
  return (
    <Loading label={label}>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
        <Card className={`flex flex-col items-center p-8 ${cardHeight}`}>
          <Skeleton className="h-40 w-32 rounded-arch!" />
          <Skeleton className="mt-6 h-7 w-48" />
          <Skeleton className="mt-4 h-4 w-36" />
          <Skeleton className="mt-3 h-4 w-40" />
        </Card>
        <div className="flex flex-col gap-6">
          {panelHeights.map((height) => (
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
