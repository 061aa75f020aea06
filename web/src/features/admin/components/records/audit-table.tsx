import type { AuditEntry } from '@tendwell/contract/audit'
import { formatInstant } from '../../../../lib/format.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import type { TableSort } from '../../../../ui/table-sort.tsx'
import { describeAction, describeChanges } from '../../audit-text.ts'
import { PersonLink, SubjectLink } from './record-links.tsx'

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    isTitle: true,
    cell: (entry) => (
      <span>
        {describeAction(entry)}
        <Changes entry={entry} />
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor, address }) => (
      // A name and an address take a line each beside a wide Action.
      <span className="block min-w-40 cards:min-w-0">
        {actor ? <PersonLink person={actor} /> : address ? 'A visitor' : 'Tendwell'}
        {address && <span className="block text-13 text-ink-soft">{address}</span>}
      </span>
    ),
  },
  {
    id: 'subject',
    header: 'About',
    cell: ({ subject, subject_name: name }) => <SubjectLink subject={subject} name={name} />,
  },
  {
    id: 'at',
    header: 'When',
    sort: { by: 'at', kind: 'date' },
    cell: ({ at }) => <span className="whitespace-nowrap">{formatInstant(at)}</span>,
  },
]

interface AuditTableProps {
  entries: readonly AuditEntry[]
  sort?: TableSort
  columns?: readonly Column<AuditEntry>[]
}

/** Entries of the audit log. @see docs/rules/console.md#audit-log */
export function AuditTable({ entries, sort, columns = auditColumns }: AuditTableProps) {
  return (
    <DataTable
      caption="Audit log"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      {...(sort && { sort })}
    />
  )
}

/** The fields that an action changed: `status: pending → verified`. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = describeChanges(entry)
  if (changes.length === 0) return null
  return <span className="block text-13 font-normal text-ink-soft wrap-anywhere">{changes.join(' · ')}</span>
}
