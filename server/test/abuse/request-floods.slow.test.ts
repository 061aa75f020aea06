import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Answer, type TestApp, testApp } from '../app.ts'
import type { TestUser } from '../factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../factories/availability.ts'
import { answerRequest, makeFamily, makePaidRequest, sendRequest } from '../factories/bookings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

const DAY_SECONDS = 24 * 60 * 60

async function makeCaregivers(count: number): Promise<TestUser[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const caregiver = await makeListedCaregiver(app)
      await openHours(caregiver, dateIn(app, 7))
      return caregiver
    }),
  )
}
const ask = (family: TestUser, caregiver: TestUser, hour = 9) =>
  sendRequest(family, caregiver.id, [
    { date: dateIn(app, 7), start: `${`${hour}`.padStart(2, '0')}:00`, end: `${hour + 1}:00` },
  ])
const countStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length
const countRequests = async ({ client }: TestUser) => (await client.get('/api/requests/mine')).body.count
const write = ({ client }: TestUser, caregiver: TestUser) =>
  client.post('/api/chat/conversations/create', { caregiver_id: caregiver.id, text: 'Hello' })

it('keeps at most 3 open requests of a family to one caregiver, also when sent at the same time', async () => {
  const [caregiver] = (await makeCaregivers(1)) as [TestUser]
  const family = await makeFamily(app)
  const answers = await Promise.all(
    [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => ask(family, caregiver, hour)),
  )
  expect([countStatus(answers, 201), countStatus(answers, 429)]).toEqual([3, 5])
  const refused = answers.find(({ status }) => status === 429) as Answer
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    detail:
      'You have 3 open requests with this caregiver. Send another once one of them is paid, rejected, withdrawn or expired',
  })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(5 * DAY_SECONDS)
  expect(seconds).toBeLessThan(8 * DAY_SECONDS)
  expect(await countRequests(family)).toBe(3)

  // Another family is not affected, and an answer frees a place.
  expect((await ask(await makeFamily(app), caregiver, 16)).status).toBe(201)
  const { id } = answers.find(({ status }) => status === 201)?.body ?? {}
  expect((await answerRequest(caregiver, id, 'rejected')).status).toBe(200)
  expect((await ask(family, caregiver, 16)).status).toBe(201)
})

it('counts accepted requests until they are paid', async () => {
  const [caregiver] = (await makeCaregivers(1)) as [TestUser]
  const family = await makeFamily(app)
  for (const hour of [9, 10, 11]) {
    const { body } = await ask(family, caregiver, hour)
    expect((await answerRequest(caregiver, body.id, 'accepted')).status).toBe(200)
  }
  expect((await ask(family, caregiver, 12)).status).toBe(429)
  const paying = await makeFamily(app)
  for (const start of ['12', '13', '14', '15']) {
    const windows = [{ date: dateIn(app, 7), start: `${start}:00`, end: `${Number(start) + 1}:00` }]
    await makePaidRequest(app, { caregiver, family: paying, windows })
  }
  expect((await ask(paying, caregiver, 16)).status).toBe(201)
})

it('keeps at most 10 open requests of a family in all, also when sent at the same time', async () => {
  const caregivers = await makeCaregivers(15)
  const family = await makeFamily(app)
  const answers = await Promise.all(caregivers.map((caregiver) => ask(family, caregiver)))
  expect([countStatus(answers, 201), countStatus(answers, 429)]).toEqual([10, 5])
  expect(answers.find(({ status }) => status === 429)?.body.detail).toBe(
    'You have 10 open requests. Send another once one of them is paid, rejected, withdrawn or expired',
  )
  expect(await countRequests(family)).toBe(10)
})

it('lets a person start 10 conversations a day, by calls and by frames together', async () => {
  const caregivers = await makeCaregivers(16)
  const family = await makeFamily(app)
  const answers = await Promise.all(caregivers.slice(0, 14).map((caregiver) => write(family, caregiver)))
  expect([countStatus(answers, 201), countStatus(answers, 429)]).toEqual([10, 4])
  const refused = answers.find(({ status }) => status === 429) as Answer
  expect(refused.body).toMatchObject({
    code: 'too_many_requests',
    detail: 'You have started 10 conversations within a day. You can start the next one in 24 hours',
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY_SECONDS - 60)

  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/chat/?token=${family.token}`)
  await once(socket, 'open')
  const frame = {
    action: 'create_or_send_first',
    caregiver_id: caregivers[15]?.id,
    text: 'Hello',
    client_id: 'a',
  }
  socket.send(JSON.stringify(frame))
  const [content] = await once(socket, 'message')
  expect(JSON.parse(String(content))).toMatchObject({
    event: 'error',
    code: 'too_many_requests',
    detail: refused.body.detail,
    client_id: 'a',
  })
  socket.close()
  const conversations = await family.client.get('/api/chat/conversations')
  expect(conversations.body.count).toBe(10)

  // An existing conversation goes on.
  const reached = caregivers[answers.findIndex(({ status }) => status === 201)] as TestUser
  expect((await write(family, reached)).status).toBe(201)
})
