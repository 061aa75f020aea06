import { AUDIT_ACTIONS, type AuditAction, describeSubject } from '@tendwell/contract/console/audit'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { ConsolePage } from '../common/lists/console-frame.tsx'
import { type DateRange, toDateQuery } from '../common/lists/date-range.ts'
import { DateRangeButton } from '../common/lists/date-range-button.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { readFilters } from '../common/lists/filters.ts'
import { MAX_ROWS } from '../common/lists/format-row-count.ts'
import { useSort } from '../common/lists/use-sort.ts'
import { AuditTable, auditColumns, getFilterColumns, isFilterable } from '../common/records/audit-table.tsx'
import { useAuditLogQuery } from '../common/records/records-api.ts'

export function AuditPage() {
  return (
    <ConsolePage
      title="Audit log"
      screen="audit"
      lead="Everything that was done in Tendwell, by whom and when. Nothing here can be changed."
    >
      <AuditPanel />
    </ConsolePage>
  )
}

const pageSize = 50

interface AuditFilters extends DateRange {
  q: string
  action: AuditAction | ''
  /** The id of the person who did it. */
  actor: string
  /** The record it is about: `user:12`. */
  subject: string
  topic: 'given_away' | ''
}

const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[]
const options = [
  { id: 'any', label: 'Any action' },
  ...actions.map((id) => ({ id: id as string, label: AUDIT_ACTIONS[id] })),
]

const formatEntries = (count: number) =>
  count > MAX_ROWS ? '10,000+ entries' : plural(count, 'entry', 'entries')

function readAuditFilters(params: URLSearchParams): AuditFilters {
  const { q, from, to } = readFilters(params)
  const actor = params.get('actor') ?? ''
  const subject = params.get('subject') ?? ''
  return {
    q,
    from,
    to,
    action: actions.find((action) => action === params.get('action')) ?? '',
    actor: /^[1-9]\d{0,8}$/.test(actor) ? actor : '',
    subject: isFilterable(subject) ? subject : '',
    topic: params.get('topic') === 'given_away' ? 'given_away' : '',
  }
}

/** The audit log by person, action and day. @see docs/rules/console.md#audit-log */
function AuditPanel() {
  const { filters, change } = useUrlFilters(readAuditFilters, ['page'])
  const { q, action, actor, subject, topic, from, to } = filters
  const sort = useSort(['at'], '-at')
  const matching = {
    ...(q && { q }),
    ...(action && { action }),
    ...(actor && { actor_id: Number(actor) }),
    ...(subject && { subject }),
    ...(topic && { topic }),
    ...toDateQuery({ from, to }),
    ...sort.query,
  }
  const query = { ...matching, page_size: pageSize }
  const list = usePagedQuery(useAuditLogQuery, query, { pageSize, maxRows: MAX_ROWS })
  const actorName = list.rows?.find((entry) => String(entry.actor?.id) === actor)?.actor?.name
  return (
    <ListPanel
      title="Entries"
      lead={!list.failure && !list.isTurning && formatEntries(list.count)}
      actions={
        <>
          <Select
            label="Action"
            isLabelHidden
            options={options}
            value={action || 'any'}
            onChange={(id) => change({ action: actions.find((one) => one === id) ?? '' })}
          />
          {actor && (
            <Button variant="secondary" onPress={() => change({ actor: '' })}>
              {`By ${actorName ?? `#${actor}`} only: show everyone`}
            </Button>
          )}
          {subject && (
            <Button variant="secondary" onPress={() => change({ subject: '' })}>
              {`About ${describeSubject(subject)} only: show all`}
            </Button>
          )}
          {topic && (
            <Button variant="secondary" onPress={() => change({ topic: '' })}>
              Refunds that cost Tendwell, or were paid another way, only: show all
            </Button>
          )}
          <DateRangeButton label="Day" emptyLabel="Any date" value={{ from, to }} onChange={change} />
          <ExportButton list="audit" query={matching} />
        </>
      }
      label="Audit log"
      list={list}
      failure="Failed to load the audit log"
      skeleton={<TableSkeleton columns={auditColumns} />}
      empty={<EmptyState title="No entries" hint="Nothing matches your search and filters." />}
    >
      {(entries) => <AuditTable entries={entries} sort={sort.table} columns={getFilterColumns(change)} />}
    </ListPanel>
  )
}
