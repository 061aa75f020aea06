import { AUDIT_ACTIONS, type AuditEntry } from '@tendwell/contract/audit'
import { formatInstant, formatMoney } from '../../../../lib/format.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import type { TableSort } from '../../../../ui/table-sort.tsx'
import { PersonLink, SubjectLink } from './record-links.tsx'

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    isTitle: true,
    cell: ({ action, after, before }) => (
      <span>
        {AUDIT_ACTIONS[action]}
        <Changes before={before} after={after} />
      </span>
    ),
  },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor, address }) => (
      <span>
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
function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  // A file's id says nothing to people.
  const changed = fields.filter((field) => field !== 'file' && show(before?.[field]) !== show(after?.[field]))
  if (changed.length === 0) return null
  return (
    <span className="block text-13 font-normal text-ink-soft wrap-anywhere">
      {changed.map((field) => describeChange(field, before?.[field], after?.[field])).join(' · ')}
    </span>
  )
}

const show = (value: unknown): string => {
  if (!value && value !== false) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function describeChange(field: string, before: unknown, after: unknown): string {
  const isCents = field.endsWith('Cents')
  const words = field
    .replace(/Cents$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  const [from, to] = [before, after].map((value) =>
    isCents && typeof value === 'number' ? formatMoney(value / 100) : show(value),
  )
  return from ? `${words}: ${from} → ${to || 'none'}` : `${words}: ${to}`
}
