import { CLOSE_TOO_MANY_FRAMES, MAX_FRAMES_PER_MINUTE, type ServerFrame } from '@tendwell/contract/realtime'
import type { WebSocket } from 'ws'
import type { Actor } from './access.ts'
import { AppError } from './errors.ts'
import { appErrorOf } from './http.ts'
import type { Log } from './log.ts'

const MINUTE_MS = 60_000
/** With so many frames not yet answered, a peer is read no further. */
const WAITING_LIMIT = 16

/** One socket of one person. */
export type Peer = {
  readonly actor: Actor
  /** Sends a frame to this socket alone. */
  tell(frame: ServerFrame): void
}

/** What a slice does with a frame, parsed from JSON but not checked. Frames of one socket come one after the other. */
export type Receive = (peer: Peer, frame: unknown) => Promise<void>

/** Does what a peer asks for, one frame after the other, and reads no further while too much waits. */
export function hearFrames(
  connection: Peer & { socket: WebSocket; ended: boolean },
  receive: Receive,
  { log, limited }: { log: Log; limited: boolean },
): void {
  const { socket } = connection
  const waiting: string[] = []
  const counter = { endsAt: 0, frames: 0 }
  let busy = false

  const work = async () => {
    if (busy) return
    busy = true
    for (let text = waiting.shift(); text !== undefined && !connection.ended; text = waiting.shift()) {
      await answer(connection, receive, text, log)
    }
    busy = false
    socket.resume()
  }

  socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  socket.on('message', (content) => {
    if (connection.ended) return
    const text = String(content)
    if (limited && isTooMany(counter)) {
      const detail = 'Too many frames. Please wait a minute'
      connection.tell({ event: 'error', code: 'too_many_frames', detail, client_id: clientIdIn(text) })
      connection.ended = true
      socket.close(CLOSE_TOO_MANY_FRAMES, 'too many frames')
      return
    }
    waiting.push(text)
    if (waiting.length >= WAITING_LIMIT) socket.pause()
    void work()
  })
}

/** Counts a frame. */
function isTooMany(counter: { endsAt: number; frames: number }): boolean {
  const now = Date.now()
  if (now >= counter.endsAt) {
    counter.endsAt = now + MINUTE_MS
    counter.frames = 0
  }
  counter.frames += 1
  return counter.frames > MAX_FRAMES_PER_MINUTE
}

async function answer(peer: Peer, receive: Receive, text: string, log: Log): Promise<void> {
  try {
    await receive(peer, parse(text))
  } catch (error) {
    const { status, code, message } = appErrorOf(error as Error)
    if (status >= 500) log.error({ err: error }, 'a frame failed')
    peer.tell({ event: 'error', code, detail: message, client_id: clientIdIn(text) })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError(400, 'invalid', 'The frame is not JSON')
  }
}

/** What its sender calls a frame, for the answer to one that was refused. */
function clientIdIn(text: string): string | null {
  try {
    const { client_id } = JSON.parse(text)
    return typeof client_id === 'string' && client_id.length <= 64 ? client_id : null
  } catch {
    return null
  }
}
