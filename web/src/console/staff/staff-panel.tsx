import { STAFF_ROLE_NAMES, type StaffMember } from '@tendwell/contract/staff/staff'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatAgo, plural } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonCell } from '../common/lists/person-cell.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberSwitch, RoleButton } from './member-actions.tsx'
import { useStaffQuery } from './staff-api.ts'

interface StaffPanelProps {
  /** What comes below, once the list is there, so that it doesn't move. */
  below: ReactNode
}

/** Everyone who works in the console. @see docs/rules/console.md#staff */
export function StaffPanel({ below }: StaffPanelProps) {
  const { user } = useSession()
  const [isInviting, setInviting] = useState(false)
  const shown = useListScreen({ useListQuery: useStaffQuery, pageSize: 20, columns: makeColumns(user?.id) })
  const { list } = shown
  return (
    <>
      <ListScreen
        shown={shown}
        title="Accounts"
        label="Staff"
        lead={!list.failure && !list.isTurning && plural(list.count, 'person', 'people')}
        actions={
          <>
            <ExportButton list="staff" query={{}} />
            <Button size="small" icon={<UserPlus className="size-4" />} onPress={() => setInviting(true)}>
              Invite
            </Button>
          </>
        }
        failure="Failed to load the staff"
        empty={<EmptyState title="No staff" hint="Invite someone to work in the console." />}
      />
      {!list.isLoading && below}
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
