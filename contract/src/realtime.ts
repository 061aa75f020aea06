import { z } from 'zod'
import { idSchema } from './wire.ts'

/** Every frame the server sends. A frame is a hint: the client reads the truth by its calls. */
export const serverFrame = z.discriminatedUnion('event', [
  z.object({ event: z.literal('notification.created'), id: idSchema }),
])
export type ServerFrame = z.infer<typeof serverFrame>

/** Close codes beyond the standard ones. */
export const CLOSE_SESSION_ENDED = 4401
