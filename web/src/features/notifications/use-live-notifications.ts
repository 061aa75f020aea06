import { serverFrame } from '@tendwell/contract/realtime'
import { useEffect } from 'react'
import { useDispatch, useStore } from 'react-redux'
import { api, renewSession } from '../../lib/api-base.ts'
import { connectRealtime } from '../../lib/realtime.ts'
import { type SessionState, selectSession } from '../../lib/session.ts'

/** What others change. */
const changing = [
  'Notification',
  'Requests',
  'Availability',
  'Wallet',
  'User',
  'Reviews',
  'Disputes',
] as const

/** Keeps a socket while somebody is logged in; each piece of news, and each reconnect, reads anew what may have changed. */
export function useLiveNotifications(userId: number): void {
  const store = useStore<{ session: SessionState }>()
  const dispatch = useDispatch()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another connection
  useEffect(() => {
    const token = () => selectSession(store.getState()).token
    const readAnew = () => dispatch(api.util.invalidateTags([...changing]))
    const connection = connectRealtime({
      path: '/ws/notifications/',
      token,
      buffered: true,
      ping: () => ({ action: 'ping' }),
      onOpen: readAnew,
      onFrame: (content) => {
        const event = serverFrame.safeParse(content).data?.event
        if (event === 'notification.created') readAnew()
        if (event === 'notifications.read') dispatch(api.util.invalidateTags(['Notification']))
      },
      onSessionEnded: (refused) => renewSession(refused)(store.dispatch as never, store.getState),
    })
    return connection.close
  }, [userId, store, dispatch])
}
