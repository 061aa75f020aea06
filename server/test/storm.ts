/** People who go on writing while the node that half of them hang on is killed. */
import type { ChatMessage } from '@tendwell/contract/chat'
import { RETRYABLE_ERROR_CODES, type ServerFrame } from '@tendwell/contract/realtime'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'
import { makeUser, type TestUser } from './factories/accounts.ts'

/** After so much silence a client asks whether anybody is there, and after twice as much it connects anew. */
const SILENCE_MS = 2_500
const WATCH_MS = 250

type Waiting = { client_id: string; text: string }

/** A client as the browser's is: an outbox, catching up by sequence, back-off of 1 to 15 s (marketplace spec §9). */
export type Talker = {
  person: TestUser
  /** What it shows, in order. */
  shown: ChatMessage[]
  outbox: Waiting[]
  isCaughtUp(): boolean
  /** When it had last connected and caught up, in epoch ms, and how often it did. */
  caughtUp: { at: number; times: number }
  /** What must not happen: messages out of order, refusals. */
  problems: string[]
  write(text: string): void
  stop(): void
}

/** Connects a person who talks in one conversation. @param address as http */
function createTalker(
  address: string,
  { person, conversationId }: { person: TestUser; conversationId: number },
): Talker {
  const shown: ChatMessage[] = []
  const outbox: Waiting[] = []
  const problems: string[] = []
  const caughtUp = { at: 0, times: 0 }
  let socket: WebSocket
  let [attempt, heardAt, written] = [0, 0, 0]
  let [isCaughtUp, stopped] = [false, false]

  const send = (frame: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const join = () => send({ action: 'join', conversation_id: conversationId, after: shown.length })
  /** The next one goes when the one before is acknowledged: so they stay in order, whatever fails between. */
  const sendNext = () => {
    const [waiting] = outbox
    if (waiting && isCaughtUp) send({ action: 'send_message', conversation_id: conversationId, ...waiting })
  }

  const show = (message: ChatMessage) => {
    if (message.sequence <= shown.length) return
    if (message.sequence === shown.length + 1) shown.push(message)
    else if (isCaughtUp) problems.push(`${message.sequence} came after ${shown.length}`)
  }
  const hear = (frame: ServerFrame) => {
    heardAt = Date.now()
    if (frame.event === 'message.created') {
      show(frame.message)
      if (frame.client_id !== undefined && outbox[0]?.client_id === frame.client_id) {
        outbox.shift()
        sendNext()
      }
    }
    if (frame.event === 'joined') {
      for (const message of frame.messages) show(message)
      if (frame.has_more) return join()
      isCaughtUp = true
      attempt = 0
      caughtUp.at = Date.now()
      caughtUp.times += 1
      sendNext()
    }
    if (frame.event === 'error') {
      if (RETRYABLE_ERROR_CODES.includes(frame.code)) socket.close()
      else problems.push(`${frame.code}: ${frame.detail}`)
    }
  }
  const connect = () => {
    if (stopped) return
    heardAt = Date.now()
    const current = new WebSocket(`${address.replace('http', 'ws')}/ws/chat/?token=${person.token}`)
    socket = current
    current.on('error', () => {})
    current.on('open', join)
    current.on('message', (content) => hear(JSON.parse(String(content))))
    current.on('close', () => {
      isCaughtUp = false
      const delayMs = Math.min(1_000 * 2 ** attempt, 15_000) * (1 - 0.2 * Math.random())
      attempt += 1
      setTimeout(connect, delayMs)
    })
  }
  const watch = setInterval(() => {
    const silenceMs = Date.now() - heardAt
    if (silenceMs > 2 * SILENCE_MS) socket.terminate()
    else if (silenceMs > SILENCE_MS) send({ action: 'ping' })
  }, WATCH_MS)
  connect()

  return {
    person,
    shown,
    outbox,
    problems,
    isCaughtUp: () => isCaughtUp,
    caughtUp,
    write(text) {
      written += 1
      outbox.push({ client_id: `${person.id}-${written}`, text })
      if (outbox.length === 1) sendNext()
    },
    stop() {
      stopped = true
      clearInterval(watch)
      socket.terminate()
    },
  }
}

/** Pairs of people with a conversation each, connected to an address. */
export async function makeTalkers(app: TestApp, address: string, pairs: number): Promise<Talker[]> {
  const talkers: Talker[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const caregiver = await makeUser(app, { role: 'caregiver' })
    const family = await makeUser(app, { role: 'caretaker' })
    const { rows } = await app.deps.database.execute<{ id: number }>(
      `INSERT INTO conversations (caretaker_id, caregiver_id, last_message_at, created_at)
       VALUES (${family.id}, ${caregiver.id}, now(), now()) RETURNING id`,
    )
    const conversationId = rows[0]?.id as number
    for (const person of [caregiver, family]) {
      talkers.push(createTalker(address, { person, conversationId }))
    }
  }
  await until(() => talkers.every((talker) => talker.isCaughtUp()))
  return talkers
}

/** Waits for what timers and sockets bring about. @throws Error when it takes longer than a minute or two */
export async function until(isSo: () => boolean, limitMs = 120_000): Promise<void> {
  const start = Date.now()
  while (!isSo()) {
    if (Date.now() - start > limitMs) throw new Error('What was waited for did not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * Everyone writes `each` messages, one in about `everyMs`; a third of the way `strike` is called.
 * @returns how many were cut off, and how long after the blow the last of them was caught up again, in milliseconds
 */
export async function writeThroughStorm(
  talkers: readonly Talker[],
  { each, everyMs, strike }: { each: number; everyMs: number; strike: () => Promise<void> },
): Promise<{ reconnectedMs: number; cutOff: number }> {
  const writers = talkers.map((talker, index) => {
    let written = 0
    const timer = setInterval(
      () => {
        written += 1
        talker.write(`${talker.person.id} writes ${written}`)
        if (written === each) clearInterval(timer)
      },
      everyMs * (0.8 + (0.4 * index) / talkers.length),
    )
    return timer
  })
  const shownBy = () => talkers.reduce((sum, { shown }) => sum + shown.length, 0)
  try {
    await until(() => shownBy() >= (2 * each * talkers.length) / 3)
    await strike()
    const struckAt = Date.now()
    await until(() =>
      talkers.every(({ shown, outbox }) => shown.length >= 2 * each && outbox.length === 0),
    ).catch((error: unknown) => {
      throw new Error(`Not all was seen: ${wrongsOf(talkers, each).slice(0, 10).join('; ')}`, {
        cause: error,
      })
    })
    const cutOff = talkers.filter(({ caughtUp }) => caughtUp.times > 1)
    const reconnectedMs = Math.max(0, ...cutOff.map(({ caughtUp }) => caughtUp.at)) - struckAt
    return { reconnectedMs, cutOff: cutOff.length }
  } finally {
    for (const timer of writers) clearInterval(timer)
  }
}

/** Whatever is lost, doubled or out of order in what these people see, in words. */
export function wrongsOf(talkers: readonly Talker[], each: number): string[] {
  return talkers.flatMap(({ person, shown, outbox, problems, isCaughtUp }, index) => {
    const other = talkers[index % 2 === 0 ? index + 1 : index - 1] as Talker
    const wrongs = [...problems]
    if (shown.some(({ sequence }, place) => sequence !== place + 1)) wrongs.push('gaps')
    if (outbox.length > 0) wrongs.push(`${outbox.length} not sent, ${isCaughtUp() ? 'caught up' : 'cut off'}`)
    for (const writer of [person, other.person]) {
      const texts = shown.filter(({ sender_id }) => sender_id === writer.id).map(({ text }) => text)
      const wanted = Array.from({ length: each }, (_, place) => `${writer.id} writes ${place + 1}`)
      if (texts.join() !== wanted.join()) wrongs.push(`of ${writer.id}: ${texts.length} of ${each}`)
    }
    return wrongs.map((wrong) => `${person.id}: ${wrong}`)
  })
}
