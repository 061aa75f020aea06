import type { AdminPendingChange } from '@tendwell/contract/console/users'
import { type ReactNode, useState } from 'react'
import type { PagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatDate } from '../../lib/format/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ListBody } from '../../ui/list-panel.tsx'
import { ReasonDialog } from '../common/decisions/reason-dialog.tsx'
import type { ReviewedRows } from '../common/decisions/reviewed-rows.ts'
import { PersonLink } from '../common/lists/record-links.tsx'
import { ChangeButtons } from './change-buttons.tsx'
import type { Filters } from './dashboard-filters.tsx'
import { NoCaregivers } from './no-caregivers.tsx'
import { changeFailure, useChangeDecision } from './use-change-decision.ts'

interface ChangesListProps {
  list: PagedQuery<AdminPendingChange>
  filters: Filters
  reviewed: ReviewedRows<AdminPendingChange>
}

/** Caregivers' new names, photos and descriptions, beside those that families see. */
export function ChangesList({ list, filters, reviewed }: ChangesListProps) {
  const decide = useChangeDecision(reviewed)
  const [declining, setDeclining] = useState<AdminPendingChange | null>(null)
  const columns: Column<AdminPendingChange>[] = [
    {
      id: 'current',
      header: 'Families see',
      isTitle: true,
      cell: ({ id, full_name: name, avatar, email }) => (
        <Identity
          label="Families see"
          name={name}
          link={<PersonLink person={{ id, name }} />}
          avatar={avatar}
        >
          <span className="text-13 font-normal wrap-anywhere text-ink-soft">{email}</span>
        </Identity>
      ),
    },
    {
      id: 'new',
      header: 'Change to',
      isTitle: true,
      cell: (change) => <NewIdentity change={change} />,
    },
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
    <>
      <ListBody
        label="Changes"
        list={list}
        failure="Failed to load changes"
        empty={<NoCaregivers tab="changes" list={list} filters={filters} />}
      >
        {(rows) => (
          <DataTable caption="Changes" columns={columns} rows={rows} rowId={(row) => row.id} isWide />
        )}
      </ListBody>
      {declining && (
        <ReasonDialog
          key={declining.change_id}
          title={`Decline ${declining.full_name}’s change?`}
          consequence="Nothing changes for families. The caregiver receives your reason."
          hint="Explain what’s wrong. The caregiver will see this."
          confirmLabel="Decline change"
          pendingLabel="Declining…"
          failure={changeFailure}
          send={(reason) => decide(declining, { decision: 'decline', reason })}
          onClose={() => setDeclining(null)}
        />
      )}
    </>
  )
}

const isNew = 'rounded-control bg-gold-soft px-1.5 text-gold-ink'

/** The new name and photo; what stays is quiet. */
function NewIdentity({ change }: { change: AdminPendingChange }) {
  const { full_name: name, avatar, new_full_name: newName, new_avatar: newAvatar } = change
  return (
    <Identity
      label="Change to"
      name={newName ?? name}
      nameClass={newName ? isNew : ''}
      avatar={newAvatar ?? avatar}
    >
      <span className={`text-13 font-normal ${newAvatar ? isNew : 'text-ink-soft'}`}>
        {newAvatar ? 'New photo' : 'Same photo'}
      </span>
      {change.new_description !== null && (
        <span className="mt-1 block max-w-reading text-13 font-normal whitespace-pre-line wrap-anywhere">
          <span className={isNew}>New description</span> {change.new_description}
        </span>
      )}
    </Identity>
  )
}

interface IdentityProps {
  /** On small screens, in place of the column's header. */
  label: string
  name: string
  /** In place of the name. */
  link?: ReactNode
  nameClass?: string
  avatar: string | null
  children: ReactNode
}

/** A face large enough to compare, and a name. */
function Identity({ label, name, link = name, nameClass = '', avatar, children }: IdentityProps) {
  return (
    <span className="flex min-w-0 items-center gap-4 cards:mb-2">
      <Avatar name={name} src={avatar} size="large" />
      <span className="flex min-w-0 flex-col items-start gap-1">
        <span aria-hidden="true" className="hidden text-13 font-normal text-ink-soft cards:inline">
          {label}
        </span>
        <span className={`font-semibold wrap-anywhere ${nameClass}`}>{link}</span>
        {children}
      </span>
    </span>
  )
}
