import { pingFrame } from '@tendwell/contract/realtime'
import type { Receive } from '../../../platform/realtime/frames.ts'

/**
 * Handles frames that browsers send to `/ws/notifications/`: pings are answered, so that browsers notice a
 * dead connection, and all other frames are ignored.
 */
export const handleNotificationFrame: Receive = async (peer, content) => {
  const ping = pingFrame.safeParse(content).data
  if (ping) peer.send({ event: 'pong', ...(ping.client_id !== undefined && { client_id: ping.client_id }) })
}
