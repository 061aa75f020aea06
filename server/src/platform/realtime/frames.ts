import { CLOSE_TOO_MANY_FRAMES, MAX_FRAMES_PER_MINUTE, type ServerFrame } from '@tendwell/contract/realtime'
import { MINUTE_MS } from '@tendwell/contract/time'
import PQueue from 'p-queue'
import type { WebSocket } from 'ws'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/access.ts'
import { toAppError } from '../http/http.ts'
import type { Log } from '../log.ts'

/** While this many frames of a socket wait, the socket isn't read. */
const MAX_WAITING = 16

/** One socket of one person. */
export type Peer = {
  readonly actor: Actor
  /** Sends a frame to this socket only. */
  send(frame: ServerFrame): void
}

/**
 * A slice's handler for frames. A frame is parsed from JSON but not validated. The frames of one socket are
 * handled one after another.
 */
export type Receive = (peer: Peer, frame: unknown) => Promise<void>

/**
 * How many frames all sockets of one person on this node have sent in the current minute. The minute begins
 * with a frame and ends at `endsAt`, in ms since 1970.
 */
export type FrameCounter = { endsAt: number; count: number }

/**
 * Handles the frames of a socket one by one, and stops reading while too many wait.
 * @param options.counter null: no limit
 */
export function receiveFrames(
  connection: Peer & { socket: WebSocket; isEnding: boolean },
  receive: Receive,
  { log, counter }: { log: Log; counter: FrameCounter | null },
): void {
  const { socket } = connection
  const queue = new PQueue({ concurrency: 1 })

  queue.on('idle', () => socket.resume())
  socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  socket.on('message', (content) => {
    if (connection.isEnding) return
    const text = String(content)
    if (counter && countOverLimit(counter)) {
      const detail = 'Too many frames. Please wait a minute'
      connection.send({ event: 'error', code: 'too_many_frames', detail, client_id: findClientId(text) })
      connection.isEnding = true
      socket.close(CLOSE_TOO_MANY_FRAMES, 'too many frames')
      return
    }
    void queue.add(async () => {
      if (!connection.isEnding) await handleFrame(connection, receive, text, log)
    })
    if (queue.size >= MAX_WAITING) socket.pause()
  })
}

/** Counts a frame. @returns whether the person has sent too many frames in the current minute */
function countOverLimit(counter: FrameCounter): boolean {
  const now = Date.now()
  if (now >= counter.endsAt) {
    counter.endsAt = now + MINUTE_MS
    counter.count = 0
  }
  counter.count += 1
  return counter.count > MAX_FRAMES_PER_MINUTE
}

/** Hands a frame to the slice, and answers with an error frame if that fails. */
async function handleFrame(peer: Peer, receive: Receive, text: string, log: Log): Promise<void> {
  try {
    await receive(peer, parseFrame(text))
  } catch (error) {
    const { status, code, message } = toAppError(error as Error)
    if (status >= 500) log.error({ err: error }, 'a frame failed')
    peer.send({ event: 'error', code, detail: message, client_id: findClientId(text) })
  }
}

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(400, 'invalid', 'The frame is not JSON')
  }
}

/** The id that the client gave a frame, for the answer that reports an error; null if there is none. */
function findClientId(text: string): string | null {
  try {
    const { client_id } = JSON.parse(text)
    return typeof client_id === 'string' && client_id.length <= 64 ? client_id : null
  } catch {
    return null
  }
}
