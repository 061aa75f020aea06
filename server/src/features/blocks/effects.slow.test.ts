/** What a block prevents, both ways, and what it leaves alone. @see docs/rules/safety.md#blocks */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { requireConsistency } from '../../../test/consistency.ts'
import { connectTo, waitForLocks } from '../../../test/database.ts'
import { listEmailsTo, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { block, makePair, type Pair, unblock } from '../../../test/factories/blocks.ts'
import {
  answerRequest,
  checkout,
  confirm,
  countBookings,
  getPaymentStatus,
  getRequestState,
  listWindows,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  openCheckout,
  payCard,
  sendRequest,
} from '../../../test/factories/bookings.ts'
import { openChatSocket, openNotificationsSocket, type TestSocket } from '../../../test/factories/chat.ts'
import { disputeRequest } from '../../../test/factories/disputes.ts'
import { answerMove, proposeMove } from '../../../test/factories/moves.ts'
import { makeEndedBooking } from '../../../test/factories/reviews.ts'

let app: TestApp
const openSockets: TestSocket[] = []
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  for (const { socket } of openSockets) socket.terminate()
  await app.close()
})

type Blocker = keyof Pair
const sides: Blocker[] = ['caregiver', 'family']
const other = (pair: Pair, blocker: Blocker) => (blocker === 'family' ? pair.caregiver : pair.family)

async function blockBy(pair: Pair, blocker: Blocker): Promise<void> {
  expect((await block(pair[blocker], other(pair, blocker))).status).toBe(204)
  await app.drain()
}

const listNotifications = async ({ client }: TestUser) =>
  (await client.get('/api/notifications?status=all&page_size=100')).body.results as {
    type: string
    payload: { message: string }
  }[]
const countMails = async ({ email }: TestUser) => (await listEmailsTo(app, email)).length

async function listen(user: TestUser, open = openChatSocket) {
  const socket = await open(app, user)
  openSockets.push(socket)
  return socket
}

describe.each(sides)('a block by the %s', (blocker) => {
  test('ends messages both ways, by calls and frames, until it is lifted', async () => {
    const pair = await makePair(app)
    const { caregiver, family, conversationId } = pair
    const path = `/api/chat/conversations/${conversationId}`
    const sockets = { caregiver: await listen(caregiver), family: await listen(family) }
    await blockBy(pair, blocker)
    for (const side of sides) {
      const changed = await sockets[side].waitFor('conversation.changed')
      expect(changed).toEqual({ event: 'conversation.changed', conversation_id: conversationId })
      sockets[side].frames.length = 0
    }
    for (const side of sides) {
      const to = side === 'family' ? { caregiver_id: caregiver.id } : { caretaker_id: family.id }
      const { client } = pair[side]
      const detail = "You can't send messages in this conversation right now"
      const refused = { status: 409, body: { code: 'conflict', detail } }
      expect(await client.post(`${path}/messages`, { text: 'Please' })).toMatchObject(refused)
      expect(await client.post('/api/chat/conversations/create', { ...to, text: 'Please' })).toMatchObject(
        refused,
      )
      sockets[side].send({
        action: 'send_message',
        conversation_id: conversationId,
        text: 'Hi',
        client_id: 'a',
      })
      sockets[side].send({ action: 'create_or_send_first', ...to, text: 'Hi', client_id: 'b' })
      for (const client_id of ['a', 'b']) {
        const refusal = await sockets[side].waitFor('error', (frame) => frame.client_id === client_id)
        expect(refusal).toMatchObject({ code: 'conflict', detail })
      }
      const { body } = await client.get(path)
      expect(body).toMatchObject({ can_write: false, has_blocked: side === blocker, last_message: 'Hello' })
      expect((await client.get(`${path}/messages`)).body.count).toBe(1)
    }
    for (const side of sides) {
      expect(sockets[side].frames.filter(({ event }) => event === 'message.created')).toEqual([])
    }
    expect((await unblock(pair[blocker], other(pair, blocker))).status).toBe(204)
    await app.drain()
    await sockets.family.waitFor('conversation.changed')
    for (const side of sides) {
      expect((await pair[side].client.post(`${path}/messages`, { text: 'Again' })).status).toBe(201)
    }
  })

  test('hides from each side when the other reads', async () => {
    const pair = await makePair(app)
    const { caregiver, family, conversationId } = pair
    const path = `/api/chat/conversations/${conversationId}`
    const [{ id }] = (await family.client.get(`${path}/messages`)).body.results
    const familySocket = await listen(family)
    await blockBy(pair, blocker)
    const { status, body } = await caregiver.client.post(`${path}/messages/mark-read`, { message_ids: [id] })
    expect([status, body.unread_count]).toEqual([200, 0])
    await app.drain()
    await familySocket.flush()
    expect(familySocket.frames.filter(({ event }) => event === 'messages.read')).toEqual([])
    expect((await family.client.get(path)).body.other_read_sequence).toBe(0)
    expect((await family.client.get(`${path}/messages`)).body.results[0].read_at).toBeNull()
    familySocket.send({ action: 'join', conversation_id: conversationId })
    expect((await familySocket.waitFor('joined')).other_read_sequence).toBe(0)
    expect((await caregiver.client.get(path)).body).toMatchObject({ unread_count: 0, read_sequence: 1 })
  })

  test('ends what is open between the two and cancels what is paid, without giving the block away', async () => {
    const pair = await makePair(app)
    const { caregiver, family } = pair
    const date = dateIn(app, 7)
    const between = (start: string, end: string) => ({ ...pair, windows: [{ date, start, end }] })
    const submitted = await makeRequest(app, between('09:00', '10:00'))
    const accepted = await makeAcceptedRequest(app, between('10:00', '11:00'))
    const page = await checkout(accepted)
    const paid = await makePaidRequest(app, between('11:00', '12:00'))
    const { body: move } = await proposeMove(family, paid, [{ date, start: '14:00', end: '15:00' }])
    const [path] = await Promise.all([`/api/requests/bookings/caretaker/${paid.id}`, app.drain()])
    const notified = other(pair, blocker)
    const before = {
      notified: (await listNotifications(notified)).length,
      blocker: (await listNotifications(pair[blocker])).length,
      mails: await countMails(pair[blocker]),
    }

    await blockBy(pair, blocker)
    const causes = blocker === 'family' ? ['withdrawn', 'withdrawn'] : ['caregiver', 'unavailable']
    expect(await getRequestState(submitted)).toEqual(['rejected', causes[0], false])
    expect(await getRequestState(accepted)).toEqual(['rejected', causes[1], false])
    expect(await getRequestState(paid)).toEqual(['accepted', null, true])
    expect((await family.client.get(path)).body).toMatchObject({
      move: null,
      windows: [{ state: 'canceled', cancel_reason: null }],
    })
    const news = (await listNotifications(notified)).slice(0, -before.notified)
    expect(news).toHaveLength(4)
    expect(JSON.stringify(news)).not.toMatch(/block/i)
    // Of the refund, as after any cancellation.
    const [own, ...earlier] = await listNotifications(pair[blocker])
    expect([own?.type, earlier.length]).toEqual(['booking_canceled', before.blocker])
    expect(await countMails(pair[blocker])).toBe(before.mails + 1)

    // Every way back is closed, with the answers that others get as well.
    await payCard(page)
    await app.drain()
    expect(await countBookings(app, accepted)).toBe(0)
    expect((await openCheckout(family, accepted.id)).status).toBe(409)
    expect((await answerRequest(caregiver, submitted.id, 'accepted')).status).toBe(409)
    expect((await answerMove(caregiver, move.id, 'accepted')).status).toBe(409)
    const wanted = [{ date, start: '15:00', end: '16:00' }]
    for (const person of [family, caregiver]) {
      expect((await proposeMove(person, paid, wanted)).body.detail).toBe(
        'The caregiver is no longer available at these times',
      )
    }
    const unlisted = { status: 404, body: { detail: "This caregiver isn't taking requests right now" } }
    expect(await sendRequest(family, caregiver.id, wanted)).toMatchObject(unlisted)
    const weekly = { caregiver_id: caregiver.id, timezone: 'UTC', windows: wanted, weeks: 2 }
    expect(await family.client.post('/api/requests/occurrences', weekly)).toMatchObject(unlisted)
    expect(await listNotifications(pair[blocker])).toHaveLength(before.blocker + 1)

    await unblock(pair[blocker], notified)
    await app.drain()
    expect((await sendRequest(family, caregiver.id, wanted)).status).toBe(201)
    expect(await getRequestState(submitted)).toEqual(['rejected', causes[0], false])
    await requireConsistency(app)
  })

  test('is checked by acceptance, checkout and an answer to a move before the open ones have ended', async () => {
    const pair = await makePair(app)
    const { caregiver, family } = pair
    const date = dateIn(app, 7)
    const between = (start: string, end: string) => ({ ...pair, windows: [{ date, start, end }] })
    const submitted = await makeRequest(app, between('09:00', '10:00'))
    const accepted = await makeAcceptedRequest(app, between('10:00', '11:00'))
    const paidLate = await makeAcceptedRequest(app, between('12:00', '13:00'))
    const page = await checkout(paidLate)
    const paid = await makePaidRequest(app, between('11:00', '12:00'))
    const { body: move } = await proposeMove(family, paid, [{ date, start: '14:00', end: '15:00' }])
    await app.drain()
    // Stored without its event, as if the jobs were late.
    const [blockerId, blockedId] = [pair[blocker].id, other(pair, blocker).id]
    await app.deps.database.execute(
      `INSERT INTO blocks (blocker_id, blocked_id, reason, created_at) VALUES (${blockerId}, ${blockedId}, 'other', now())`,
    )
    expect((await answerRequest(caregiver, submitted.id, 'accepted')).status).toBe(409)
    expect((await openCheckout(family, accepted.id)).body.detail).toBe(
      "This caregiver can't take payments right now",
    )
    for (const answer of ['accepted', 'declined']) {
      expect((await answerMove(caregiver, move.id, answer)).status).toBe(409)
    }
    expect((await answerMove(family, move.id, 'withdrawn')).status).toBe(409)
    await payCard(page)
    expect((await confirm(paidLate)).status).toBe(409)
    await app.drain()
    expect(await countBookings(app, paidLate)).toBe(0)
    expect(await getPaymentStatus(paidLate)).toBe('refunded')
    await requireConsistency(app)
  })

  test('hides the caregiver wherever the family searches, and the family from the caregiver', async () => {
    const pair = await makePair(app)
    const { caregiver, family } = pair
    await openHours(caregiver, dateIn(app, 9))
    const name = encodeURIComponent(caregiver.fullName)
    const isFound = async ({ client }: Pick<TestUser, 'client'>) => {
      const { body } = await client.get(`/api/auth/caregivers?q=${name}&page_size=10`)
      const ids = body.results.map(({ id }: { id: number }) => id)
      expect(body.count).toBe(ids.length)
      return ids.includes(caregiver.id)
    }
    await family.client.put(`/api/favorites/${caregiver.id}`)
    const look = async () => ({
      search: await isFound(family),
      page: (await family.client.get(`/api/auth/caregivers/${caregiver.id}`)).status,
      favorites: (await family.client.get('/api/favorites')).body.count,
      favoriteIds: (await family.client.get('/api/favorites/ids')).body.ids,
      family: (await caregiver.client.get(`/api/auth/caretakers/${family.id}`)).status,
      isListed: (await family.client.get(`/api/chat/conversations/${pair.conversationId}`)).body
        .is_caregiver_listed,
    })
    const seen = await look()
    expect(seen).toEqual({
      search: true,
      page: 200,
      favorites: 1,
      favoriteIds: [caregiver.id],
      family: 200,
      isListed: true,
    })
    await blockBy(pair, blocker)
    expect(await look()).toEqual({
      search: false,
      page: 404,
      favorites: 0,
      favoriteIds: [],
      family: 404,
      isListed: false,
    })
    expect((await family.client.put(`/api/favorites/${caregiver.id}`)).status).toBe(404)
    // Everyone else still finds them.
    for (const person of [{ client: app.visitor }, await makeFamily(app)]) {
      expect(await isFound(person)).toBe(true)
      expect((await person.client.get(`/api/auth/caregivers/${caregiver.id}`)).status).toBe(200)
    }
    await unblock(pair[blocker], other(pair, blocker))
    expect(await look()).toEqual(seen)
  })

  test('leaves the family visible to the caregiver until a booking in a dispute is over', async () => {
    const pair = await makePair(app)
    const { caregiver, family } = pair
    const windows = [{ date: dateIn(app, 7), start: '09:00', end: '10:00' }]
    await disputeRequest(app, await makePaidRequest(app, { ...pair, windows }))
    await blockBy(pair, blocker)
    const path = `/api/auth/caretakers/${family.id}`
    expect(await caregiver.client.get(path)).toMatchObject({ status: 200, body: { can_message: false } })
    const list = '/api/requests/bookings/caretaker'
    const listed = async () => (await family.client.get(list)).body.results[0].is_caregiver_listed
    expect(await listed()).toBe(false)
    await unblock(pair[blocker], other(pair, blocker))
    expect((await caregiver.client.get(path)).body.can_message).toBe(true)
    expect(await listed()).toBe(true)
    const past = await makePair(app)
    const startsAt = new Date(app.deps.clock.now().getTime() - 86_400_000)
    await makeEndedBooking(app, { ...past, startsAt })
    expect((await past.caregiver.client.get(`/api/auth/caretakers/${past.family.id}`)).status).toBe(200)
    await blockBy(past, blocker)
    expect((await past.caregiver.client.get(`/api/auth/caretakers/${past.family.id}`)).status).toBe(404)
  })

  test('drops the notifications and mails that were on their way', async () => {
    const pair = await makePair(app)
    const blocked = other(pair, blocker)
    const date = dateIn(app, 7)
    // First, so that what the pair's conversation causes is over when the socket opens.
    const before = [await listNotifications(pair[blocker]), await countMails(pair[blocker])]
    const frames = await listen(pair[blocker], openNotificationsSocket)
    // The jobs of these run after the block.
    const path = `/api/chat/conversations/${pair.conversationId}/messages`
    expect((await blocked.client.post(path, { text: 'Hello?' })).status).toBe(201)
    if (blocker === 'caregiver') {
      expect(
        (await sendRequest(pair.family, pair.caregiver.id, [{ date, start: '09:00', end: '10:00' }])).status,
      ).toBe(201)
    }
    expect((await block(pair[blocker], blocked)).status).toBe(204)
    await app.drain()
    await app.visitor.post('/dev/clock', { advance_minutes: 0 })
    expect([await listNotifications(pair[blocker]), await countMails(pair[blocker])]).toEqual(before)
    expect(frames.frames).toEqual([])
  })
})

test.each(sides)(
  'a review counts at once though the %s has blocked, and nobody is notified',
  async (blocker) => {
    const pair = await makePair(app)
    const { caregiver, family } = pair
    const startsAt = new Date(app.deps.clock.now().getTime() - 86_400_000)
    const booking_id = await makeEndedBooking(app, { caregiver, family, startsAt })
    await blockBy(pair, blocker)
    const news = await listNotifications(caregiver)
    const review = { booking_id, rating: 1, comment: 'Late' }
    expect(await family.client.post('/api/reviews/reviews', review)).toMatchObject({
      status: 201,
      body: { is_hidden: false },
    })
    await app.drain()
    const path = `/api/reviews/caregivers/${caregiver.id}`
    expect((await app.visitor.get(`${path}/reviews`)).body.count).toBe(1)
    expect((await app.visitor.get(`${path}/rating-summary`)).body.average_rating).toBe(1)
    expect(await listNotifications(caregiver)).toEqual(news)
  },
)

describe('a message with contact details', () => {
  test('is marked for both sides until their first paid booking, and keeps its text', async () => {
    const { caregiver, family, conversationId } = await makePair(app)
    const path = `/api/chat/conversations/${conversationId}/messages`
    const socket = await listen(caregiver)
    const text = 'Write to fay@example.com,\nor call +1 212 555 0142 '
    const send = async (message: string) => (await family.client.post(path, { text: message })).body
    expect(await send(text)).toMatchObject({ text, has_contact_details: true })
    const { message } = await socket.waitFor('message.created')
    expect(message).toMatchObject({ text, has_contact_details: true })
    expect(await send('See you on 2026-12-01 at 09:00')).toMatchObject({ has_contact_details: false })
    const first = { caregiver_id: caregiver.id, text: 'https://wa.me/12125550142' }
    const stranger = await makeFamily(app)
    const started = await stranger.client.post('/api/chat/conversations/create', first)
    expect(started.body.message).toMatchObject({ text: first.text, has_contact_details: true })
    const windows = [{ date: dateIn(app, 7), start: '09:00', end: '10:00' }]
    await makePaidRequest(app, { caregiver, family, windows })
    expect(await send(text)).toMatchObject({ text, has_contact_details: false })
    const { body } = await caregiver.client.get(path)
    const marks = body.results.map((one: { has_contact_details: boolean }) => one.has_contact_details)
    expect(marks).toEqual([false, true, false, false])
  })
})

describe('a race', () => {
  test('with a proposal ends what was sent while the block waited for it', async () => {
    const { caregiver, family } = await makePair(app)
    const client = await connectTo(app.databaseUrl)
    const [low, high] = [caregiver.id, family.id].sort((one, other) => one - other)
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('blocks:${low}:${high}', 0))`)
    const blocking = block(family, caregiver)
    await waitForLocks(app)
    await app.advance(1)
    const sentAt = app.deps.clock.now()
    await client.query('COMMIT')
    await client.end()
    expect((await blocking).status).toBe(204)
    const { body } = await family.client.get('/api/blocks')
    expect(Date.parse(body.results[0].blocked_at)).toBeGreaterThanOrEqual(sentAt.getTime())
  })

  test('with a message delivers it before the block or not at all', async () => {
    const pair = await makePair(app)
    const path = `/api/chat/conversations/${pair.conversationId}/messages`
    for (let round = 0; round < 10; round += 1) {
      const socket = await listen(pair.family)
      const sends = Array.from({ length: 4 }, (_, index) =>
        pair.caregiver.client.post(path, { text: `${round} ${index}` }),
      )
      const blocking = block(pair.family, pair.caregiver)
      expect((await blocking).status).toBe(204)
      const { last_sequence: last } = (await pair.family.client.get(path.replace('/messages', ''))).body
      for (const { status } of await Promise.all(sends)) expect([201, 409]).toContain(status)
      const { body } = await pair.family.client.get(path.replace('/messages', ''))
      expect(body.last_sequence).toBe(last)
      socket.socket.terminate()
      expect((await unblock(pair.family, pair.caregiver)).status).toBe(204)
    }
  })

  test('with a payment ends with a booking that is canceled, or none, and all the money back', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 6; round += 1) {
      const request = await makeAcceptedRequest(app)
      await payCard(await checkout(request))
      const [confirmed, blocked] = await Promise.all([
        confirm(request),
        block(
          round % 2 === 0 ? request.family : request.caregiver,
          round % 2 === 0 ? request.caregiver : request.family,
        ),
      ])
      expect([200, 409]).toContain(confirmed.status)
      expect(blocked.status).toBe(204)
      await app.drain()
      const bookings = await countBookings(app, request)
      const [, , isPaid] = await getRequestState(request)
      expect(isPaid).toBe(bookings === 1)
      const visits = bookings === 1 ? await listWindows(request) : []
      expect(visits.every(({ state }) => state === 'canceled')).toBe(true)
      expect(await getPaymentStatus(request)).toBe('refunded')
      outcomes.add(bookings === 1 ? 'booked' : 'refunded')
    }
    expect(outcomes.size).toBeGreaterThan(0)
    await requireConsistency(app)
  })
})
