import { EmptyState } from './empty-state.tsx'
import { QueryPanel } from './query-panel.tsx'
import { SkeletonRows } from './skeleton.tsx'

const panel = {
  title: 'Visits',
  lead: 'Of the next four weeks.',
  failure: 'Failed to load visits',
  skeleton: <SkeletonRows rows={3} />,
  empty: (visits: string[]) => visits.length === 0 && <EmptyState title="No visits yet" />,
  children: (visits: string[]) => <p>{visits.join(', ')}</p>,
}
const query = { isFetching: false, refetch: () => {} }

export default { component: QueryPanel }

export const Full = () => <QueryPanel {...panel} query={{ ...query, currentData: ['Monday', 'Friday'] }} />

export const Loading = () => <QueryPanel {...panel} query={{ ...query, isFetching: true }} />

export const Failed = () => <QueryPanel {...panel} query={{ ...query, error: { status: 500 } }} />

export const Empty = () => <QueryPanel {...panel} query={{ ...query, currentData: [] }} />
