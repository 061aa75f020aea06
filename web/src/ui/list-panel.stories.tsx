import type { PagedQuery } from '../lib/address/use-paged-query.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { CardList, ListPanel } from './list-panel.tsx'

interface Visit {
  id: number
  day: string
}

const full: PagedQuery<Visit> = {
  rows: ['Monday', 'Tuesday', 'Wednesday'].map((day, index) => ({ id: index, day })),
  count: 23,
  pagedCount: 23,
  page: 2,
  pageSize: 3,
  isLoading: false,
  isTurning: false,
  isFetching: false,
  failure: null,
  refetch: () => {},
  goTo: () => {},
}
const none = { count: 0, pagedCount: 0, page: 1 }

function panel(changes: Partial<PagedQuery<Visit>>) {
  return () => (
    <ListPanel
      title="Visits"
      lead="Everyone who came by, newest first."
      actions={<Button variant="secondary">Any date</Button>}
      label="Visits"
      list={{ ...full, ...changes }}
      failure="Failed to load visits"
      empty={<EmptyState title="No visits yet" hint="They appear here as they are planned." />}
    >
      {(visits) => (
        <ul className="divide-y divide-line">
          {visits.map(({ id, day }) => (
            <li key={id} className="py-4 first:pt-0 last:pb-0">
              {day}
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

export default { component: ListPanel }

export const SeveralPages = panel({})
export const TurningThePage = panel({ isTurning: true, isFetching: true })
export const Empty = panel({ rows: [], ...none })
export const Loading = panel({ rows: undefined, ...none, isLoading: true, isTurning: true, isFetching: true })
export const Failed = panel({ rows: undefined, ...none, failure: { error: null } })

export const Cards = () => (
  <CardList label="Visits" list={full} failure="Failed to load visits" empty={null} rowId={({ id }) => id}>
    {({ day }) => <Card>{day}</Card>}
  </CardList>
)
