import type { DeviceSession } from '@tendwell/contract/accounts'
import { useEffect, useState } from 'react'
import { Pagination, pageCount } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useDeviceSessionsQuery } from './api.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SessionRow } from './session-row.tsx'

const pageSize = 5

/** Where this account is logged in, and the way to end what one doesn't know. */
export function SessionsPanel() {
  const [page, setPage] = useState(1)
  const { data, isLoading, isError, refetch } = useDeviceSessionsQuery({ page, page_size: pageSize })
  const [chosen, setChosen] = useState<DeviceSession | null>(null)
  const { count = 0, results = [] } = data ?? {}

  // The last one of the last page may have been revoked.
  useEffect(() => {
    if (data && page > pageCount(count, pageSize)) setPage(pageCount(count, pageSize))
  }, [data, page, count])

  return (
    <Panel
      title="Sessions"
      lead="The devices on which you are logged in. Revoke one you don’t know, then change your password."
      isLoading={isLoading}
      skeleton={<SkeletonRows rows={3} />}
      error={isError && !data && { title: 'Failed to load sessions', onRetry: refetch }}
    >
      <ul aria-label="Sessions" className="divide-y divide-line">
        {results.map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => setChosen(session)} />
        ))}
      </ul>
      <Pagination label="Sessions" page={page} pageSize={pageSize} count={count} onPage={setPage} />
      {chosen && <RevokeDialog session={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}
