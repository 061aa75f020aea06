import { QueryPanel, type QueryPanelProps } from '../../ui/query-panel.tsx'

/** What waits for someone of the staff. It isn't shown while nothing waits, as far as is known. */
export function WaitingPanel<Row>(props: Omit<QueryPanelProps<readonly Row[]>, 'skeleton'>) {
  const { currentData, error } = props.query
  if (currentData ? currentData.length === 0 : !error) return null
  return <QueryPanel {...props} skeleton={null} className="mb-6" />
}
