import type { AdminCaregiver } from '@tendwell/contract/admin'
import { BadgeCheck, CircleX, Flag } from 'lucide-react'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { Person } from './person.tsx'
import type { ShownDocuments } from './shown-documents.ts'
import type { Selection } from './use-chosen.ts'
import { useDecision } from './use-decision.ts'

interface ApprovalTableProps {
  caption: string
  caregivers: readonly AdminCaregiver[]
  selection: Selection<AdminCaregiver>
  shown: ShownDocuments
  onReject: (caregiver: AdminCaregiver) => void
}

export function ApprovalTable({ caption, caregivers, selection, shown, onReject }: ApprovalTableProps) {
  const columns: Column<AdminCaregiver>[] = [
    {
      id: 'caregiver',
      header: 'Caregiver',
      isTitle: true,
      cell: (caregiver) => (
        <span className="flex min-w-0 items-center gap-4">
          <Checkbox
            value={selection.has(caregiver)}
            onChange={(isChosen) => selection.choose(caregiver, isChosen)}
            aria-label={`Select ${caregiver.full_name}`}
          />
          <Person person={caregiver} />
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
          <Decisions caregiver={caregiver} shown={shown} onReject={() => onReject(caregiver)} />
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
  shown: ShownDocuments
  onReject: () => void
}

function Decisions({ caregiver, shown, onReject }: DecisionsProps) {
  const { decide, pending } = useDecision(caregiver, shown)
  const { full_name: name } = caregiver
  return (
    <span className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button
        size="small"
        icon={<BadgeCheck className="size-4" aria-hidden="true" />}
        isPending={pending === 'verified'}
        isDisabled={pending !== null && pending !== 'verified'}
        onPress={() => decide('verified')}
        aria-label={`Verify ${name}`}
      >
        Verify
      </Button>
      <Button
        size="small"
        variant="secondary"
        icon={<CircleX className="size-4 text-clay" aria-hidden="true" />}
        isDisabled={pending !== null}
        onPress={onReject}
        aria-label={`Reject ${name}`}
      >
        Reject
      </Button>
      {caregiver.verification_status !== 'flagged' && (
        <Button
          size="small"
          variant="secondary"
          icon={<Flag className="size-4 text-gold-ink" aria-hidden="true" />}
          isPending={pending === 'flagged'}
          isDisabled={pending !== null && pending !== 'flagged'}
          onPress={() => decide('flagged')}
          aria-label={`Flag ${name}`}
        >
          Flag
        </Button>
      )}
    </span>
  )
}
