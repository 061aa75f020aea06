import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The panels of a dispute while it loads: people, reason, evidence and booking. */
export function DisputeSkeleton() {
  return (
    <Loading>
      <span className="flex flex-col gap-6">
        <SkeletonPanel>
          <span className="grid gap-5 sm:grid-cols-2">
            <SkeletonPerson />
            <SkeletonPerson />
          </span>
        </SkeletonPanel>
        <SkeletonPanel>
          <SkeletonLines widths={['w-full', 'w-11/12', 'w-3/5']} />
        </SkeletonPanel>
        <SkeletonPanel>
          <SkeletonLines widths={['w-2/5']} />
        </SkeletonPanel>
        <SkeletonPanel>
          <SkeletonTerms rows={5} />
        </SkeletonPanel>
      </span>
    </Loading>
  )
}

/** The panel with a dispute's amounts while it loads. */
export function DisputeAmountsSkeleton() {
  return (
    <SkeletonPanel>
      <SkeletonTerms rows={2} />
      <Skeleton className="mt-6 h-12 w-full" />
      <Skeleton className="mt-6 h-12 w-full rounded-full" />
    </SkeletonPanel>
  )
}

function SkeletonPanel({ children }: { children: React.ReactNode }) {
  return (
    <Card>
      <Skeleton className="mb-6 h-6 w-40" />
      {children}
    </Card>
  )
}

function SkeletonPerson() {
  return (
    <span className="flex items-center gap-4">
      <Skeleton className="size-12 shrink-0 rounded-full" />
      <span className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-16" />
        <Skeleton className="h-4 w-3/5" />
      </span>
    </span>
  )
}

function SkeletonLines({ widths }: { widths: readonly string[] }) {
  return (
    <span className="flex flex-col gap-2.5">
      {widths.map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </span>
  )
}

function SkeletonTerms({ rows }: { rows: number }) {
  return (
    <span className="flex flex-col divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <span key={row} className="flex justify-between gap-6 py-3.5 first:pt-0 last:pb-0">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-20" />
        </span>
      ))}
    </span>
  )
}
