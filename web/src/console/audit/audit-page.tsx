import { AUDIT_ACTIONS, type AuditAction, describeSubject } from '@tendwell/contract/console/audit'
import { useUrlFilters } from '../../lib/address/use-url-filters.ts'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/data-table.tsx'
import { ConsolePage } from '../common/lists/console-frame.tsx'
import { MAX_ROWS } from '../common/lists/format-row-count.ts'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { NothingMatches } from '../common/lists/nothing-matches.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { auditColumns, getFilterColumns, isFilterable } from '../common/records/audit-columns.tsx'
import { useAuditLogQuery } from '../common/records/records-api.ts'

export function AuditPage() {
  return (
    <ConsolePage
      title="Audit log"
      viewsOf="audit"
      lead="Everything that was done in Tendwell, by whom and when. Nothing here can be changed."
    >
      <AuditPanel />
    </ConsolePage>
  )
}

const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[]
const action = {
  name: 'action',
  label: 'Action',
  any: 'Any action',
  options: actions.map((id) => ({ id, label: AUDIT_ACTIONS[id] })),
} as const

interface Kept {
  /** The id of the person who did it. */
  actor: string
  /** The record it is about: `user:12`. */
  subject: string
  topic: 'given_away' | ''
}

function readKept(params: URLSearchParams): Kept {
  const actor = params.get('actor') ?? ''
  const subject = params.get('subject') ?? ''
  return {
    actor: /^[1-9]\d{0,8}$/.test(actor) ? actor : '',
    subject: isFilterable(subject) ? subject : '',
    topic: params.get('topic') === 'given_away' ? 'given_away' : '',
  }
}

const formatEntries = (count: number) =>
  count > MAX_ROWS ? '10,000+ entries' : plural(count, 'entry', 'entries')

/** The audit log by person, action and day. @see docs/rules/console.md#audit-log */
function AuditPanel() {
  const { filters: kept, change } = useUrlFilters(readKept)
  const { actor, subject, topic } = kept
  const shown = useListScreen({
    useListQuery: useAuditLogQuery,
    query: {
      ...(actor && { actor_id: Number(actor) }),
      ...(subject && { subject }),
      ...(topic && { topic }),
    },
    pageSize: 50,
    columns: getFilterColumns(change),
    filters: { dates: 'Day', selects: [action] },
    options: { maxRows: MAX_ROWS },
  })
  const { list } = shown
  const actorName = list.rows?.find((entry) => String(entry.actor?.id) === actor)?.actor?.name
  return (
    <ListScreen
      shown={shown}
      title="Entries"
      label="Audit log"
      lead={!list.failure && !list.isTurning && formatEntries(list.count)}
      actions={
        <>
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
        </>
      }
      exported="audit"
      failure="Failed to load the audit log"
      skeleton={<TableSkeleton columns={auditColumns} />}
      empty={
        <NothingMatches
          title="No entries"
          onClear={() => {
            shown.clear()
            change({ actor: '', subject: '', topic: '' })
          }}
        />
      }
    />
  )
}
