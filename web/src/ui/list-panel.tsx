import { type ReactNode, useRef } from 'react'
import type { PagedQuery } from '../lib/address/use-paged-query.ts'
import { Card } from './card.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { ErrorState } from './error-state.tsx'
import { Pagination } from './pagination.tsx'
import { Panel } from './panel.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface ListBodyProps<Row> {
  /** What is listed: 'Requests'. */
  label: string
  list: PagedQuery<Row>
  /** Title of the error: 'Failed to load requests'. */
  failure: string
  /** An `<EmptyState>`; null shows nothing. */
  empty: ReactNode
  skeleton?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list from `usePagedQuery`, with its loading, failed and empty states and its pagination. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { label, list } = props
  const top = useRef<HTMLDivElement>(null)
  const openPage = (page: number) => {
    list.goTo(page)
    top.current?.focus({ preventScroll: true })
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }
  return (
    <div ref={top} tabIndex={-1} aria-busy={list.isTurning} className="scroll-mt-6 outline-none">
      <ListContent {...props} />
      <Pagination
        label={label}
        page={list.page}
        pageSize={list.pageSize}
        count={list.pagedCount}
        onPage={openPage}
      />
    </div>
  )
}

function ListContent<Row>(props: ListBodyProps<Row>) {
  const {
    list,
    failure,
    empty,
    skeleton = <SkeletonRows rows={Math.min(list.pageSize, 6)} />,
    children,
  } = props
  const { rows, count, isTurning } = list
  if (list.failure) {
    return (
      <ErrorState
        title={failure}
        error={list.failure.error}
        onRetry={list.refetch}
        isRetrying={list.isFetching}
        isCompact
      />
    )
  }
  if (!rows || (count === 0 && isTurning)) return skeleton
  if (count === 0) return empty
  return <div className={`transition-opacity ${isTurning ? 'opacity-70' : ''}`}>{children(rows)}</div>
}

interface ListPanelProps<Row> extends ListBodyProps<Row> {
  title: string
  lead?: ReactNode
  /** Beside the title, such as filters. */
  actions?: ReactNode
}

/** A list in a titled card. */
export function ListPanel<Row>({ title, lead, actions, ...body }: ListPanelProps<Row>) {
  return (
    <Panel title={title} lead={lead} actions={actions}>
      <ListBody {...body} />
    </Panel>
  )
}

interface CardListProps<Row> extends Omit<ListBodyProps<Row>, 'children' | 'skeleton'> {
  /** Above the cards, where several lists follow each other; or of each row, where rows with the same stay together. */
  heading?: string | ((row: Row) => string) | undefined
  rowId: (row: Row) => number
  /** Renders a row as a card. @param rows all that are shown */
  children: (row: Row, rows: readonly Row[]) => ReactNode
  /** Filters the loaded rows while the server still searches. */
  isShown?: (row: Row) => boolean
}

/** A list whose rows are cards. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { heading, rowId, children, isShown = () => true, ...body } = props
  const { label, list } = body
  const isGrouped = typeof heading === 'function'
  const empty = body.empty && <Card>{body.empty}</Card>
  return (
    <ListBody {...body} empty={empty} skeleton={<CardSkeletons />}>
      {(rows) => {
        const shown = rows.filter(isShown)
        if (shown.length === 0 && !list.isTurning) return empty
        return (
          <div className="flex flex-col gap-8">
            {groupByHeading(shown, heading).map(([heading, group]) => (
              <div key={heading}>
                {heading && <h2 className="mb-3 text-21">{heading}</h2>}
                <ul aria-label={isGrouped ? heading : label} className="flex flex-col gap-4">
                  {group.map((row) => (
                    <li key={rowId(row)}>{children(row, shown)}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )
      }}
    </ListBody>
  )
}

/** The rows below each heading, in the order in which they come. */
function groupByHeading<Row>(
  rows: readonly Row[],
  heading: CardListProps<Row>['heading'],
): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const title = (typeof heading === 'function' ? heading(row) : heading) ?? ''
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups]
}
