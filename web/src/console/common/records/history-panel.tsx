import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { auditColumns } from './audit-columns.tsx'
import { useHistoryQuery } from './records-api.ts'

const pageSize = 10

// Every entry is about the record itself.
const columns = auditColumns.filter(({ id }) => id !== 'subject')

interface HistoryPanelProps {
  subject: string
  /** The decisions on a caregiver and their documents only. */
  topic?: 'verification'
}

/** What was done to a record, newest first. */
export function HistoryPanel({ subject, topic }: HistoryPanelProps) {
  const title = topic ? 'Decisions' : 'History'
  const list = usePagedQuery(
    useHistoryQuery,
    { subject, ...(topic && { topic }), page_size: pageSize },
    { pageSize, pageKey: 'history_page' },
  )
  return (
    <ListPanel
      title={title}
      label={title}
      list={list}
      failure="Failed to load the history"
      empty={
        <p className="text-ink-soft">
          {topic ? 'Nobody has decided anything yet.' : 'Nothing was recorded yet.'}
        </p>
      }
    >
      {(entries) => <DataTable caption="Audit log" columns={columns} rows={entries} rowId={({ id }) => id} />}
    </ListPanel>
  )
}
