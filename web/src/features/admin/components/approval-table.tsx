import type { AdminCaregiver } from '@tendwell/contract/admin'
import { formatDate } from '../../../lib/format.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FileLink } from '../../../ui/file-link.tsx'
import { useDecision } from '../hooks/use-decision.ts'
import type { RowSelection } from '../hooks/use-row-selection.ts'
import type { ReviewedRows } from '../reviewed-rows.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { PersonCell } from './person-cell.tsx'

interface ApprovalTableProps {
  caption: string
  caregivers: readonly AdminCaregiver[]
  selection: RowSelection<AdminCaregiver>
  reviewed: ReviewedRows<AdminCaregiver>
  onReject: (caregiver: AdminCaregiver) => void
}

/** Caregivers with their documents, a checkbox and the decisions. */
export function ApprovalTable({ caption, caregivers, selection, reviewed, onReject }: ApprovalTableProps) {
  const columns: Column<AdminCaregiver>[] = [
    {
      id: 'caregiver',
      header: 'Caregiver',
      isTitle: true,
      cell: (caregiver) => (
        <span className="flex min-w-0 items-center gap-4">
          <Checkbox
            value={selection.isSelected(caregiver)}
            onChange={(isSelected) => selection.select(caregiver, isSelected)}
            aria-label={`Select ${caregiver.full_name}`}
          />
          <PersonCell person={caregiver} />
        </span>
      ),
    },
    {
      id: 'joined',
      header: 'Joined',
      cell: ({ joined }) => <span className="whitespace-nowrap">{formatDate(joined)}</span>,
    },
    {
      id: 'decision',
      header: 'Documents and decision',
      isLabelHidden: true,
      cell: (caregiver) => (
        <span className="flex flex-col gap-2 max-md:pt-1 md:items-end min-[87rem]:flex-row min-[87rem]:justify-end min-[87rem]:gap-5">
          <Documents caregiver={caregiver} />
          <Decisions caregiver={caregiver} reviewed={reviewed} onReject={() => onReject(caregiver)} />
        </span>
      ),
    },
  ]
  return <DataTable caption={caption} columns={columns} rows={caregivers} rowId={(row) => row.id} />
}

function Documents({ caregiver }: { caregiver: AdminCaregiver }) {
  const { full_name: name, id_front: front, id_back: back, certificate } = caregiver
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <FileLink address={front} label="ID Front" of={name} />
      <FileLink address={back} label="ID Back" of={name} />
      <FileLink address={certificate} label="Certs" of={name} />
    </span>
  )
}

interface DecisionsProps {
  caregiver: AdminCaregiver
  reviewed: ReviewedRows<AdminCaregiver>
  onReject: () => void
}

function Decisions({ caregiver, reviewed, onReject }: DecisionsProps) {
  const send = useDecision(caregiver, reviewed)
  return (
    <DecisionButtons
      name={caregiver.full_name}
      send={send}
      onReject={onReject}
      canFlag={caregiver.verification_status !== 'flagged'}
    />
  )
}
