import type { DeviceSession } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { getErrorStatus, isOutdated } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useDeviceSessionsQuery, useRevokeSessionMutation } from '../../../shared/sign-in/sign-in-api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ListPanel } from '../../../ui/list-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { SessionRow } from './session-row.tsx'

const pageSize = 5

/** The devices that are logged in to this account. Each can be revoked. */
export function SessionsPanel() {
  const list = usePagedQuery(useDeviceSessionsQuery, { page_size: pageSize }, { pageSize })
  const [chosen, setChosen] = useState<DeviceSession | null>(null)
  return (
    <>
      <ListPanel
        title="Your devices"
        lead="These devices are logged in to your account. If you don’t recognize one, log it out and change your password. Each is logged out after 90 days."
        label="Devices"
        list={list}
        failure="Failed to load devices"
        // The device in use is always listed.
        empty={null}
        skeleton={<SkeletonRows rows={2} height="h-35" />}
      >
        {(sessions) => (
          <ul aria-label="Devices" className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onRevoke={() => setChosen(session)} />
            ))}
          </ul>
        )}
      </ListPanel>
      {chosen && <RevokeDialog session={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

interface RevokeDialogProps {
  session: DeviceSession
  onClose: () => void
}

function RevokeDialog({ session, onClose }: RevokeDialogProps) {
  const [revokeSession] = useRevokeSessionMutation()
  const { run: revoke, isPending } = useAction({
    send: async (id: DeviceSession['id']) => {
      const { error } = await revokeSession(id)
      // 404: the session has already ended, which is the wanted outcome.
      if (error && getErrorStatus(error) !== 404) throw error
    },
    success: 'Device logged out',
    failure: 'Failed to log out device',
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Log out this device?"
      consequence={`${session.device} (${session.address}) will be logged out right away. You can log in there again with your password.`}
      confirmLabel="Log out device"
      pendingLabel="Logging out…"
      onConfirm={() => revoke(session.id)}
      isPending={isPending}
    />
  )
}
