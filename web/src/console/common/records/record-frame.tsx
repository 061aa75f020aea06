import type { ReactNode } from 'react'
import { paths } from '../../../shared/routes/paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { MissingState } from '../../../ui/missing-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { QueryBody, type QueryBodyProps } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useConsoleFilters } from '../lists/use-console-filters.ts'

interface RecordPageProps {
  /** `person` or `booking`. */
  noun: string
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** `address` also has the parent screen's own filters. */
  backTo: { path: string; label: string; address?: string }
  /** The load of the record, from which `main`, `side` and `after` are made. */
  query: QueryBodyProps<unknown>['query']
  main: ReactNode
  side: ReactNode
  /** Below the main part; on small screens at the end. */
  after?: ReactNode
  /** Has the shape of the main part. */
  skeleton?: ReactNode
}

/** A record: what is known on the left, notes and money beside it on wide screens. */
export function RecordPage(props: RecordPageProps) {
  const { noun, title, lead, actions, backTo, query, main, side, after } = props
  const { linkTo } = useConsoleFilters()
  const failure = `Failed to load ${noun}`
  return (
    <Page
      title={title}
      width="wide"
      lead={lead}
      actions={actions}
      back={<BackLink to={backTo.address ?? linkTo(backTo.path)}>{backTo.label}</BackLink>}
    >
      <QueryBody
        query={query}
        failure={failure}
        skeleton={
          <div className="grid items-start gap-6 min-[70rem]:grid-cols-[minmax(0,1fr)_24rem] min-[110rem]:grid-cols-[minmax(0,1fr)_30rem]">
            <Card>{props.skeleton ?? <SkeletonText lines={10} />}</Card>
            <Card>
              <SkeletonText lines={6} />
            </Card>
          </div>
        }
        missing={
          <MissingState
            title={failure}
            hint={`We couldn’t find a ${noun} with this number.`}
            action={{ label: 'Go to the dashboard', to: paths.admin }}
          />
        }
      >
        {() => (
          <div className="grid items-start gap-6 min-[70rem]:grid-cols-[minmax(0,1fr)_24rem] min-[110rem]:grid-cols-[minmax(0,1fr)_30rem] min-[70rem]:grid-rows-[auto_1fr]">
            <div className="flex min-w-0 flex-col gap-6">{main}</div>
            <div className={`flex min-w-0 flex-col gap-6 ${after ? 'min-[70rem]:row-span-2' : ''}`}>
              {side}
            </div>
            {after && <div className="flex min-w-0 flex-col gap-6">{after}</div>}
          </div>
        )}
      </QueryBody>
    </Page>
  )
}
