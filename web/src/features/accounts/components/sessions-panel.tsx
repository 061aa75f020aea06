import type { DeviceSession } from '@tendwell/contract/accounts'
import { useEffect, useState } from 'react'
import { pageCount } from '../../../lib/pages.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useDeviceSessionsQuery } from '../api.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SessionRow } from './session-row.tsx'

const pageSize = 5

/** The devices that are logged in to this account. Each can be revoked. */
export function SessionsPanel() {
  const [page, setPage] = useState(1)
  const { data, isLoading, isError, error, refetch } = useDeviceSessionsQuery({ page, page_size: pageSize })
  const [chosen, setChosen] = useState<DeviceSession | null>(null)
  const { count = 0, results = [] } = data ?? {}

  // Revoking the last row of the last page leaves it empty.
  useEffect(() => {
    if (data && page > pageCount(count, pageSize)) setPage(pageCount(count, pageSize))
  }, [data, page, count])

  return (
    <Panel
      title="Your devices"
      lead="These devices are logged in to your account. If you don’t recognize one, log it out and change your password."
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={3} />}
      error={isError && !data && { title: 'Failed to load devices', error, onRetry: refetch }}
    >
      <ul aria-label="Devices" className="divide-y divide-line">
        {results.map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => setChosen(session)} />
        ))}
      </ul>
      <Pagination label="Devices" page={page} pageSize={pageSize} count={count} onPage={setPage} />
      {chosen && <RevokeDialog session={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}
