/** Socket limits count a person, not a socket. @see docs/rules/chat-and-notifications.md#sockets */
import { MAX_FRAMES_PER_MINUTE } from '@tendwell/contract/realtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser } from '../../../../test/factories/accounts.ts'
import {
  connectChatSocket,
  openChatSocket,
  openNotificationsSocket,
  type TestSocket,
} from '../../../../test/factories/chat.ts'

const CLOSE_TOO_MANY_FRAMES = 4429
const MOST_SOCKETS = 50

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

function sendPings(socket: TestSocket, count: number): void {
  for (let index = 0; index < count; index += 1) socket.send({ action: 'ping', is_visible: false })
}

it('counts the frames of all sockets of a person together, also after they reconnect', async () => {
  const person = await makeUser(app, { role: 'caretaker' })
  const [chat, bell] = [await openChatSocket(app, person), await openNotificationsSocket(app, person)]
  sendPings(chat, MAX_FRAMES_PER_MINUTE - 10)
  await chat.flush()
  sendPings(bell, 20)
  expect(await bell.closed).toBe(CLOSE_TOO_MANY_FRAMES)

  const again = await openChatSocket(app, person)
  sendPings(again, 1)
  expect(await again.closed).toBe(CLOSE_TOO_MANY_FRAMES)
  expect(again.frames).toMatchObject([{ event: 'error', code: 'too_many_frames' }])

  const other = await openChatSocket(app, await makeUser(app, { role: 'caretaker' }))
  sendPings(other, 20)
  await other.flush()
  other.socket.close()
})

it('allows a person 50 sockets, chat and notifications together', async () => {
  const person = await makeUser(app, { role: 'caretaker' })
  const open: TestSocket[] = []
  for (let index = 0; index < MOST_SOCKETS; index += 2) {
    open.push(await openChatSocket(app, person), await openNotificationsSocket(app, person))
  }
  expect(await connectChatSocket(app.url, person.token).closed).toBe(1013)
  for (const { socket } of open) socket.close()
})
