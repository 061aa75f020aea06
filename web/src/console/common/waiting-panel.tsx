import { QueryPanel, type QueryPanelProps } from '../../ui/query-panel.tsx'

/** What waits for someone of the staff. It isn't shown while nothing waits. */
export function WaitingPanel<Row>(props: Omit<QueryPanelProps<readonly Row[]>, 'skeleton'>) {
  const { data, error } = props.query
  if (!error && !data?.length) return null
  return <QueryPanel {...props} skeleton={null} className="mb-6" />
}
