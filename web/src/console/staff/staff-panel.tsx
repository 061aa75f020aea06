import { STAFF_ROLE_NAMES, type StaffMember } from '@tendwell/contract/staff/staff'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatAgo } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListPanel } from '../../ui/list-panel.tsx'
import { polling } from '../common/api.ts'
import { ExportButton } from '../common/lists/export-button.tsx'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberSwitch, RoleButton } from './member-actions.tsx'
import { useStaffQuery } from './staff-api.ts'

const pageSize = 20

interface StaffPanelProps {
  /** What comes below, once the list is there, so that it doesn't move. */
  below: ReactNode
}

/** Everyone who works in the console. @see docs/rules/console.md#staff */
export function StaffPanel({ below }: StaffPanelProps) {
  const { user } = useSession()
  const [isInviting, setInviting] = useState(false)
  const list = usePagedQuery(useStaffQuery, { page_size: pageSize }, { pageSize, ...polling })
  return (
    <>
      <ListPanel
        title="Accounts"
        lead={!list.failure && !list.isTurning && `${list.count} ${list.count === 1 ? 'person' : 'people'}`}
        actions={
          <>
            <ExportButton list="staff" query={{}} />
            <Button size="small" icon={<UserPlus className="size-4" />} onPress={() => setInviting(true)}>
              Invite
            </Button>
          </>
        }
        label="Staff"
        list={list}
        failure="Failed to load the staff"
        empty={<EmptyState title="No staff" hint="Invite someone to work in the console." />}
      >
        {(rows) => (
          <DataTable caption="Staff" columns={makeColumns(user?.id)} rows={rows} rowId={({ id }) => id} />
        )}
      </ListPanel>
      {(list.rows || list.failure) && below}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function makeColumns(ownId: number | undefined): readonly Column<StaffMember>[] {
  return [
    {
      id: 'person',
      header: 'Person',
      isTitle: true,
      cell: (member) => <PersonCell person={{ ...member, avatar: null }} />,
    },
    { id: 'role', header: 'Role', cell: ({ staff_role: role }) => STAFF_ROLE_NAMES[role] },
    {
      id: 'login',
      header: 'Last login',
      cell: ({ last_login: at }) => (
        <span className="whitespace-nowrap">{at === null ? 'Never' : formatAgo(at)}</span>
      ),
    },
    {
      id: 'account',
      header: 'Account',
      cell: (member) => (member.id === ownId ? 'You' : <MemberSwitch member={member} />),
    },
    {
      id: 'actions',
      header: 'Change role',
      isLabelHidden: true,
      cell: (member) =>
        member.id !== ownId && (
          <span className="flex md:justify-end">
            <RoleButton member={member} />
          </span>
        ),
    },
  ]
}
