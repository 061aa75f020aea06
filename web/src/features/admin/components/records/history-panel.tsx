import { usePagedQuery } from '../../../../lib/use-paged-query.ts'
import { ListPanel } from '../../../../ui/list-panel.tsx'
import { useHistoryQuery } from '../../records-api.ts'
import { AuditTable } from './audit-table.tsx'

const pageSize = 10

/** What was done to a record, newest first. */
export function HistoryPanel({ subject }: { subject: string }) {
  const list = usePagedQuery(
    useHistoryQuery,
    { subject, page_size: pageSize },
    { pageSize, pageKey: 'history_page' },
  )
  return (
    <ListPanel
      title="History"
      label="History"
      list={list}
      failure="Failed to load the history"
      empty={<p className="text-ink-soft">Nothing was recorded yet.</p>}
    >
      {(entries) => <AuditTable entries={entries} />}
    </ListPanel>
  )
}
