import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface HomeFrameProps {
  title: ReactNode
  /** What to do next. */
  task: ReactNode
  /** Four `<li>`, or more. */
  rows: ReactNode
}

/** The same size with up to five rows, so that nothing moves while it loads. */
export function HomeFrame({ title, task, rows }: HomeFrameProps) {
  return (
    <section aria-label="Your overview" className="page-width pt-8">
      <h1 className="h-9 truncate text-28">{title}</h1>
      <div className="mt-5 grid gap-4 md:grid-cols-[1.4fr_1fr]">
        <Card className="flex h-70 flex-col overflow-y-auto p-5 sm:p-6 md:h-auto md:min-h-70">{task}</Card>
        <Card className="grid min-h-58 overflow-hidden md:min-h-70">
          <ul className="grid auto-rows-fr grid-cols-[minmax(0,1fr)] divide-y divide-line">{rows}</ul>
        </Card>
      </div>
    </section>
  )
}

/** Also on the page that the server renders, for a signed-in user until the app takes over: see main.css. */
export function HomeSkeleton() {
  return (
    <HomeFrame
      title={<Skeleton className="h-7 w-48" />}
      task={
        <div className="my-auto">
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="mt-3 h-4 w-4/5" />
          <Skeleton className="mt-6 h-12 w-44" />
        </div>
      }
      rows={[0, 1, 2, 3].map((row) => (
        <li key={row} className="flex items-center px-5">
          <Skeleton className="h-4 w-2/3" />
        </li>
      ))}
    />
  )
}
