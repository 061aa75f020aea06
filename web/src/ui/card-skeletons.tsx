import { Card } from './card.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

/** Placeholders for a list of cards: a person, a few lines, and actions below them. */
export function CardSkeletons({ count = 3 }: { count?: number }) {
  return (
    <Loading>
      <span className="flex flex-col gap-4">
        {Array.from({ length: count }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
          <Card key={card}>
            <span className="mb-4 flex items-start gap-4 sm:items-center">
              <Skeleton className="size-12 shrink-0 rounded-full" />
              <span className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-6 w-1/2" />
                <Skeleton className="h-3.5 w-1/3" />
                <Skeleton className="h-7 w-24 rounded-full sm:hidden" />
              </span>
            </span>
            <span className="flex flex-col gap-2">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-5 w-1/4" />
              <Skeleton className="h-3.5 w-1/3" />
            </span>
            <span className="mt-5 block border-t border-line pt-4">
              <Skeleton className="h-12 w-full sm:ml-auto sm:w-40" />
            </span>
          </Card>
        ))}
      </span>
    </Loading>
  )
}
