import { STAFF_ROLE_NAMES, type StaffInvitation } from '@tendwell/contract/staff/staff'
import { useState } from 'react'
import { formatAgo, formatDate } from '../../lib/format/format.ts'
import { useAction } from '../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../lib/toast.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ListScreen } from '../common/lists/list-screen.tsx'
import { PersonLink } from '../common/lists/record-links.tsx'
import { useListScreen } from '../common/lists/use-list-screen.ts'
import { ChangesPanel } from './changes-panel.tsx'
import {
  useResendInvitationMutation,
  useStaffInvitationsQuery,
  useWithdrawInvitationMutation,
} from './staff-api.ts'
import { StaffPanel } from './staff-panel.tsx'

export function StaffPage() {
  return (
    <Page title="Staff" lead="People who can use the console, and what each of them can do." width="wide">
      <div className="flex flex-col gap-8">
        <StaffPanel
          below={
            <>
              <ChangesPanel />
              <InvitationsPanel />
            </>
          }
        />
      </div>
    </Page>
  )
}

/** The invitations that were neither accepted nor withdrawn. */
function InvitationsPanel() {
  const shown = useListScreen({
    useListQuery: useStaffInvitationsQuery,
    pageSize: 20,
    columns,
    pageKey: 'invitations_page',
  })
  return (
    <ListScreen
      shown={shown}
      title="Open invitations"
      exported="staff/invitations"
      failure="Failed to load the invitations"
      empty={<EmptyState title="No open invitations" hint="People you invite are here until they join." />}
      isWide
    />
  )
}

const columns: readonly Column<StaffInvitation>[] = [
  {
    id: 'email',
    header: 'Email',
    isTitle: true,
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  { id: 'role', header: 'Role', cell: ({ staff_role: role }) => STAFF_ROLE_NAMES[role] },
  { id: 'inviter', header: 'Invited by', cell: ({ invited_by: by }) => <PersonLink person={by} /> },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ sent_at: at }) => <span className="whitespace-nowrap">{formatAgo(at)}</span>,
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: (invitation) => <Expiry invitation={invitation} />,
  },
  {
    id: 'actions',
    header: 'Send again or withdraw',
    isLabelHidden: true,
    cell: (invitation) => <InvitationButtons invitation={invitation} />,
  },
]

function Expiry({ invitation }: { invitation: StaffInvitation }) {
  if (!invitation.inviter_can_invite) {
    return (
      <span className="flex flex-col items-start gap-1">
        <StatusPill status="expired" word="Ended" />
        <span className="text-13 text-ink-soft">
          {invitation.invited_by.name} can no longer invite.{' '}
          {invitation.staff_role === 'admin'
            ? 'While there is another admin, withdraw it and invite them again.'
            : 'Send it again to make it yours.'}
        </span>
      </span>
    )
  }
  return invitation.is_expired ? <StatusPill status="expired" /> : formatDate(invitation.expires_at)
}

function InvitationButtons({ invitation: { id, email } }: { invitation: StaffInvitation }) {
  const [isConfirming, setConfirming] = useState(false)
  const [sendAgain] = useResendInvitationMutation()
  const [end] = useWithdrawInvitationMutation()
  const resend = useAction({
    send: () => sendAgain(id).unwrap(),
    success: `Invitation sent to ${email}`,
    failure: 'Failed to send the invitation',
    toasts: threeSecondToast,
  })
  const withdraw = useAction({
    send: () => end(id).unwrap(),
    success: ({ message }) => message,
    failure: 'Failed to withdraw the invitation',
    toasts: threeSecondToast,
    onSuccess: () => setConfirming(false),
  })
  return (
    <span className="flex flex-wrap gap-2 md:justify-end">
      <Button
        size="small"
        variant="secondary"
        aria-label={`Send the invitation to ${email} again`}
        isPending={resend.isPending}
        onPress={() => resend.run(null)}
      >
        Send again
      </Button>
      <Button
        size="small"
        variant="secondary"
        aria-label={`Withdraw the invitation to ${email}`}
        onPress={() => setConfirming(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Withdraw this invitation?"
        consequence={`The link sent to ${email} stops working. You can invite them again later.`}
        confirmLabel="Withdraw invitation"
        pendingLabel="Withdrawing…"
        onConfirm={() => withdraw.run(null)}
        isPending={withdraw.isPending}
      />
    </span>
  )
}
