import { pingFrame } from '@tendwell/contract/realtime'
import type { Receive } from '../../platform/frames.ts'

/**
 * What `/ws/notifications/` does with a frame: it answers a ping, so that a browser finds out when nobody is at the
 * other end any more. Whoever listens for notifications has nothing else to say.
 */
export const notificationFrames: Receive = async (peer, content) => {
  const ping = pingFrame.safeParse(content).data
  if (ping) peer.tell({ event: 'pong', ...(ping.client_id !== undefined && { client_id: ping.client_id }) })
}
