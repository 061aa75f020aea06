import { useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { connectRealtime } from '../../lib/realtime/realtime.ts'
import type { AuthDispatch } from '../../lib/session/auth-actions.ts'
import { type SessionState, selectSession } from '../../lib/session/session.ts'
import { renewSession } from '../../lib/session/token-refresh.ts'
import { api } from '../../lib/transport/api-base.ts'

/** The tags of data that other people change. */
const sharedTags = [
  'Notification',
  'Requests',
  'Availability',
  'Wallet',
  'User',
  'Reviews',
  'Disputes',
] as const

/** Keeps a socket open, and refetches shared data after each notification and each reconnect. */
export function useLiveNotifications(userId: number): void {
  const store = useStore<{ session: SessionState }>()
  const dispatch = useDispatch<AuthDispatch>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another connection
  useEffect(() => {
    const token = () => selectSession(store.getState()).token
    const refetch = () => dispatch(api.util.invalidateTags([...sharedTags]))
    const connection = connectRealtime({
      path: '/ws/notifications/',
      token,
      renewSession: (refusedToken) => dispatch(renewSession(refusedToken)),
      isBuffered: true,
      ping: () => ({ action: 'ping' }),
      onOpen: refetch,
      onFrame: ({ event }) => {
        if (event === 'notification.created') refetch()
        if (event === 'notifications.read') dispatch(api.util.invalidateTags(['Notification']))
      },
    })
    return connection.close
  }, [userId, store, dispatch])
}
