import type { AdminPendingChange } from '@tendwell/contract/admin'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import type { PagedQuery } from '../../../lib/use-paged-query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { useChangeDecision } from '../hooks/use-change-decision.ts'
import type { ReviewedRows } from '../reviewed-rows.ts'
import { ChangeButtons } from './change-buttons.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { NoCaregivers } from './no-caregivers.tsx'
import { PersonCell } from './person-cell.tsx'

interface ChangesListProps {
  list: PagedQuery<AdminPendingChange>
  filters: Filters
  reviewed: ReviewedRows<AdminPendingChange>
}

/** Verified caregivers' new names and photos, beside those that families see. */
export function ChangesList({ list, filters, reviewed }: ChangesListProps) {
  const decide = useChangeDecision(reviewed)
  const [declining, setDeclining] = useState<AdminPendingChange | null>(null)
  const columns: Column<AdminPendingChange>[] = [
    { id: 'current', header: 'Families see', cell: (change) => <PersonCell person={change} /> },
    { id: 'new', header: 'Change to', cell: (change) => <NewIdentity change={change} /> },
    {
      id: 'submitted',
      header: 'Submitted',
      cell: ({ submitted_at: at }) => <span className="whitespace-nowrap">{formatDate(at)}</span>,
    },
    {
      id: 'decision',
      header: 'Decision',
      isLabelHidden: true,
      cell: (change) => (
        <ChangeButtons
          name={change.full_name}
          approve={() => decide(change, { decision: 'approve' })}
          onDecline={() => setDeclining(change)}
        />
      ),
    },
  ]
  return (
    <ListBody
      label="Changes"
      list={list}
      failure="Failed to load changes"
      empty={<NoCaregivers tab="changes" list={list} filters={filters} />}
    >
      {(rows) => (
        <>
          <DataTable caption="Changes" columns={columns} rows={rows} rowId={(row) => row.id} />
          {declining && (
            <DeclineDialog
              key={declining.change_id}
              name={declining.full_name}
              send={(reason) => decide(declining, { decision: 'decline', reason })}
              onClose={() => setDeclining(null)}
            />
          )}
        </>
      )}
    </ListBody>
  )
}

/** The new name and photo; what stays is quiet. */
function NewIdentity({ change }: { change: AdminPendingChange }) {
  const { full_name: name, avatar, new_full_name: newName, new_avatar: newAvatar } = change
  const isNew = 'rounded-control bg-gold-soft px-1.5 text-gold-ink'
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={newName ?? name} src={newAvatar ?? avatar} />
      <span className="flex min-w-0 flex-col items-start gap-1">
        <span className={`font-semibold wrap-anywhere ${newName ? isNew : ''}`}>{newName ?? name}</span>
        <span className={`text-13 ${newAvatar ? isNew : 'text-ink-soft'}`}>
          {newAvatar ? 'New photo' : 'Same photo'}
        </span>
      </span>
    </span>
  )
}
