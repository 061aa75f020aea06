import type { ChatMessage, Conversation } from '@tendwell/contract/chat/chat'
import type { ClientFrame, ServerFrame } from '@tendwell/contract/realtime'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../test/caregivers.ts'
import { emptyBlockPreview } from '../../../test/data.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites } from '../../../test/server.ts'
import { ChatPage } from './chat-page.tsx'

const conversation: Conversation = {
  id: 5,
  caretaker: { id: family.id, full_name: family.full_name, avatar: null },
  caregiver: { id: caregiver.id, full_name: caregiver.full_name, avatar: null },
  last_message: 'message 1',
  last_message_at: '2026-11-20T10:00:00.000Z',
  last_message_sender_id: caregiver.id,
  last_sequence: 1,
  unread_count: 0,
  read_sequence: 1,
  other_read_sequence: 0,
  is_caregiver_listed: true,
  can_write: true,
  has_blocked: false,
  booking: null,
}
const messagesCall = `get /api/chat/conversations/${conversation.id}/messages/` as const

function message(sequence: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: sequence + 100,
    conversation_id: conversation.id,
    sequence,
    sender_id: caregiver.id,
    text: `message ${sequence}`,
    is_removed: false,
    has_contact_details: false,
    created_at: '2026-11-20T10:00:00.000Z',
    read_at: '2026-11-20T10:01:00.000Z',
    client_id: null,
    ...changes,
  }
}

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  answerConversations(conversation)
  answer(`get /api/chat/conversations/${conversation.id}/`, conversation)
  answer(messagesCall, listOf([message(1)]))
})
afterEach(() => vi.unstubAllGlobals())

function answerConversations(...conversations: Conversation[]) {
  answer('get /api/chat/conversations/', { ...listOf(conversations), unread_total: 0, booking: null })
}

/** The server's side of the page's latest socket. */
const server = {
  async connect() {
    await waitFor(() => expect(latest()?.readyState).toBe(0))
    act(() => latest()?.open())
  },
  disconnect: () => act(() => latest()?.end(1006)),
  send: (frame: ServerFrame) => act(() => latest()?.receive(frame)),
  /** Stores a message from the family and acknowledges it. */
  store(sequence: number, text: string, client_id: string | undefined) {
    const stored = message(sequence, {
      sender_id: family.id,
      text,
      client_id: client_id ?? null,
      read_at: null,
    })
    server.send({
      event: 'message.created',
      conversation_id: conversation.id,
      sender_id: family.id,
      message: stored,
      client_id,
    })
  },
}
const latest = () => FakeSocket.all.at(-1)

type Action = ClientFrame['action']
/** The frames of an action that the server received on all sockets. */
function received<A extends Action>(action: A) {
  const frames: ClientFrame[] = FakeSocket.all.flatMap(({ sent }) => sent.map((text) => JSON.parse(text)))
  return frames.filter((frame): frame is Extract<ClientFrame, { action: A }> => frame.action === action)
}
async function receivedSoon<A extends Action>(action: A, count = 1) {
  await waitFor(() => expect(received(action)).toHaveLength(count))
  return received(action).at(-1)
}

function openChat(query = `conversationId=${conversation.id}`) {
  const page = renderPage(<ChatPage />, { route: `/chat?${query}`, session: sessionOf(family) })
  const label = `Message to ${caregiver.full_name}`
  return {
    ...page,
    box: () => screen.findByRole('textbox', { name: label }),
    write: async (text: string) => {
      await screen.findByRole('textbox', { name: label })
      await page.fill(label, text)
      await page.press('Send')
    },
  }
}
const logName = { name: `Messages with ${caregiver.full_name}` }
const log = () => screen.findByRole('log', logName)
const texts = async () =>
  within(await log())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('starts a conversation with the first message', async () => {
  answerConversations()
  answer(`get /api/auth/caregivers/${caregiver.id}/`, caregiver)
  const { write } = openChat(`caregiverId=${caregiver.id}`)
  expect(await screen.findByText(`Say hello to ${caregiver.full_name}`)).toBeInTheDocument()
  await server.connect()
  await write('Hello')
  const frame = await receivedSoon('create_or_send_first')
  expect(frame).toMatchObject({ caregiver_id: caregiver.id, text: 'Hello' })
  expect(await log()).toHaveTextContent('Sending…')

  answerConversations(conversation)
  server.send({
    event: 'conversation.created',
    conversation_id: conversation.id,
    caretaker_id: family.id,
    caregiver_id: caregiver.id,
    sender_id: family.id,
  })
  server.store(1, 'Hello', frame?.client_id)
  await waitFor(async () => expect(await log()).toHaveTextContent('Sent'))
  expect(await log()).not.toHaveTextContent('Sending…')
  expect(await texts()).toHaveLength(1)
})

it('names the booking of the two before their first message', async () => {
  const booking = {
    ...{ request_id: 12, start_utc: '2026-12-15T14:00:00Z', end_utc: '2026-12-15T19:00:00Z' },
    status: 'confirmed',
  }
  answer('get /api/chat/conversations/', { ...listOf([]), unread_total: 0, booking })
  answer(`get /api/auth/caregivers/${caregiver.id}/`, caregiver)
  openChat(`caregiverId=${caregiver.id}`)
  expect(await screen.findByRole('link', { name: /Dec 15.* · Confirmed$/ })).toHaveAttribute(
    'href',
    '/bookings/12',
  )
})

it('says beside a name which side it is, in the list and above the messages', async () => {
  openChat()
  const heading = await screen.findByRole('heading', { name: caregiver.full_name })
  expect(heading.parentElement).toHaveTextContent(`${caregiver.full_name}Caregiver`)
  const row = await screen.findByRole('link', { name: /message|Caregiver/, current: true })
  expect(row).toHaveTextContent(`${caregiver.full_name}Caregiver`)
})

it('sends messages in order once connected, each after the previous one is stored', async () => {
  const { write } = openChat()
  expect(await screen.findByText(/^No connection/)).toBeInTheDocument()
  await write('one')
  await write('two')
  expect(await log()).toHaveTextContent('Waiting for connection')
  expect(received('send_message')).toEqual([])

  await server.connect()
  expect(screen.queryByText(/^No connection/)).not.toBeInTheDocument()
  const one = await receivedSoon('send_message')
  expect(one).toMatchObject({ conversation_id: conversation.id, text: 'one' })
  server.store(2, 'one', one?.client_id)
  expect(await receivedSoon('send_message', 2)).toMatchObject({ text: 'two' })
})

it('sends an unacknowledged message again after a reconnect, under the same id', async () => {
  const { write } = openChat()
  await server.connect()
  await write('one')
  const first = await receivedSoon('send_message')
  server.disconnect()
  expect(await screen.findByText(/^No connection/)).toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2))
  await server.connect()
  expect(await receivedSoon('send_message', 2)).toEqual(first)
})

it('shows why a message was refused, and lets the user retry or delete it', async () => {
  const { write, user } = openChat()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await server.connect()
  await write('one')
  const detail = 'This account is closed and can’t receive messages'
  const refuse = (client_id = '') => server.send({ event: 'error', code: 'conflict', detail, client_id })
  refuse((await receivedSoon('send_message'))?.client_id)
  await waitFor(async () => expect(await log()).toHaveTextContent(`Not sent${detail}`))
  await press('Retry')
  refuse((await receivedSoon('send_message', 2))?.client_id)
  await press('Delete')
  await waitFor(async () => expect(await texts()).toHaveLength(1))
  expect(received('send_message')).toHaveLength(2)
})

it('loads missed messages before it shows newer ones', async () => {
  openChat()
  await server.connect()
  await waitFor(async () => expect(await texts()).toHaveLength(1))
  await receivedSoon('join')
  const frame = {
    event: 'message.created',
    conversation_id: conversation.id,
    sender_id: caregiver.id,
  } as const
  server.send({ ...frame, message: message(3) })
  expect(await receivedSoon('join', 2)).toMatchObject({ conversation_id: conversation.id, after: 1 })
  expect(await log()).not.toHaveTextContent('message 3')
  server.send({
    event: 'joined',
    conversation_id: conversation.id,
    last_sequence: 3,
    read_sequence: 1,
    other_read_sequence: 0,
    messages: [message(2), message(3)],
    changed: [],
    has_more: false,
  })
  await waitFor(async () => expect(await texts()).toHaveLength(3))
  expect((await texts()).map((text) => /message \d/.exec(text ?? '')?.[0])).toEqual([
    'message 1',
    'message 2',
    'message 3',
  ])
})

it('marks the newest message as read once', async () => {
  answer(messagesCall, listOf([message(1, { read_at: null }), message(2, { read_at: null })]))
  openChat()
  await server.connect()
  expect(await receivedSoon('mark_read')).toMatchObject({ message_ids: [102] })
  expect(await log()).toHaveTextContent('message 2')
  expect(received('mark_read')).toHaveLength(1)
})

it('keeps a draft for each person until it is sent', async () => {
  const first = openChat()
  await first.user.type(await first.box(), 'Not finished')
  first.unmount()
  const second = openChat()
  expect(await second.box()).toHaveValue('Not finished')
  await second.press('Send')
  expect(await second.box()).toHaveValue('')
  second.unmount()
  expect(await openChat().box()).toHaveValue('')
})

it.each([
  ['while an input method is composing', { isComposing: true }],
  ['that ends the composing, as Safari reports it afterwards', { keyCode: 229 }],
])('sends nothing at an Enter %s', async (_when, key) => {
  const { user, box } = openChat()
  await server.connect()
  await user.type(await box(), 'にほんご')
  fireEvent.keyDown(await box(), { key: 'Enter', ...key })
  expect(received('send_message')).toEqual([])
  expect(await box()).toHaveValue('にほんご')
  fireEvent.keyDown(await box(), { key: 'Enter' })
  await waitFor(() => expect(received('send_message')).toMatchObject([{ text: 'にほんご' }]))
})

it('never sends an empty message', async () => {
  const { write, box, user } = openChat()
  await server.connect()
  await write('   ')
  await user.type(await box(), '{Enter}')
  expect(received('send_message')).toEqual([])
  expect(await texts()).toHaveLength(1)
})

it('offers a retry when messages fail to load', async () => {
  answer(messagesCall, {}, 500)
  const { press } = openChat()
  expect(await screen.findByText('Failed to load messages')).toBeInTheDocument()
  answer(messagesCall, listOf([message(1)]))
  await press('Retry')
  expect(await log()).toHaveTextContent('message 1')
})

it('offers a retry when the conversations fail to load', async () => {
  answer('get /api/chat/conversations/', {}, 500)
  const { press } = openChat('')
  expect(await screen.findByText('Failed to load conversations')).toBeInTheDocument()
  answerConversations(conversation)
  await press('Retry')
  expect(await screen.findByRole('link', { name: /Nora Lind/ })).toBeInTheDocument()
  expect(screen.queryByText('Failed to load conversations')).not.toBeInTheDocument()
})

it('says so when a conversation does not exist', async () => {
  answerConversations()
  answer('get /api/chat/conversations/9/', { detail: 'Not found' }, 404)
  openChat('conversationId=9')
  expect(await screen.findByText('Conversation not found')).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it('never shows the previous person while another conversation loads or fails', async () => {
  const other = 'get /api/auth/caregivers/3/'
  const { press, goTo } = openChat()
  await screen.findByRole('textbox', { name: 'Message to Nora Lind' })
  answerConversations()
  answer(other, {}, 500)
  goTo('/chat?caregiverId=3')
  expect(await screen.findByText('Failed to load conversation')).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  answer(other, listedCaregiver(3))
  await press('Retry')
  expect(await screen.findByRole('textbox', { name: 'Message to Caregiver 3' })).toBeInTheDocument()
})

it('keeps a conversation with a closed account readable, and leads to no page that is gone', async () => {
  const closed = { ...conversation, can_write: false, is_caregiver_listed: false }
  answerConversations(closed)
  answer(`get /api/chat/conversations/${conversation.id}/`, closed)
  const { press } = openChat()
  expect(await log()).toHaveTextContent('message 1')
  expect(screen.getByText(/^You can’t message this person/)).toBeInTheDocument()
  const header = within(screen.getByRole('region', { name: 'Conversation' }))
  expect(header.getByRole('heading', { name: caregiver.full_name })).toBeInTheDocument()
  expect(header.queryByRole('link', { name: caregiver.full_name })).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await press(`More about ${caregiver.full_name}`)
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    `Block ${caregiver.full_name}`,
    `Report ${caregiver.full_name}`,
  ])
})

it('reports a message of the other person, and then offers to block them', async () => {
  const { choose, press, user } = openChat()
  await log()
  const { id, full_name } = caregiver
  const created_at = '2026-11-20T10:00:00.000Z'
  answer('post /api/reports/', { id: 4, kind: 'message', created_at, blockable: { id, full_name } }, 201)
  await press(`More about this message by ${caregiver.full_name}`)
  await user.click(await screen.findByRole('menuitem', { name: 'Report message' }))
  await screen.findByRole('heading', { name: 'Report this message' })
  await press('Send report')
  expect(await screen.findByText('Please choose a reason')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /What’s wrong\?/ }))
  await user.click(await screen.findByRole('option', { name: 'Asks to pay outside Tendwell' }))
  await user.type(screen.getByRole('textbox', { name: /What should we know/ }), 'Twice')
  await press('Send report')
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(lastBody()).toEqual({
    kind: 'message',
    id: 101,
    reason: 'outside_payment',
    text: 'Twice',
  })
  answer(`get /api/blocks/${id}/preview/`, emptyBlockPreview)
  await press(`Block ${full_name}`)
  await screen.findByRole('alertdialog', { name: `Block ${full_name}?` })
  answer('post /api/blocks/', {}, 204)
  await choose('Reason', 'Harassment or insults')
  await press('Block')
  await waitFor(() => expect(lastBody()).toEqual({ user_id: id, reason: 'harassment', text: '' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('replaces a message that was removed while the conversation is open', async () => {
  openChat()
  expect(await log()).toHaveTextContent('message 1')
  await server.connect()
  const removed = message(1, { text: 'Removed by Tendwell', is_removed: true })
  server.send({ event: 'message.changed', conversation_id: conversation.id, message: removed })
  await waitFor(() => expect(screen.getByRole('log', logName)).toHaveTextContent('Removed by Tendwell'))
  expect(screen.getByRole('log', logName)).not.toHaveTextContent('message 1')
})

it('no longer counts an unread message that was removed', async () => {
  openChat('')
  await screen.findByText('message 1')
  answerConversations({ ...conversation, unread_count: 1 })
  await server.connect()
  expect(await screen.findByText('1 unread message')).toBeInTheDocument()
  answerConversations(conversation)
  const removed = message(1, { text: 'Removed by Tendwell', is_removed: true })
  server.send({ event: 'message.changed', conversation_id: conversation.id, message: removed })
  await waitFor(() => expect(screen.queryByText('1 unread message')).not.toBeInTheDocument())
})

it('replaces a message that was removed while the connection was lost', async () => {
  openChat()
  expect(await log()).toHaveTextContent('message 1')
  await server.connect()
  server.disconnect()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2))
  await server.connect()
  const join = await receivedSoon('join', 2)
  expect(join).toMatchObject({ after: 1 })
  server.send({
    event: 'joined',
    conversation_id: conversation.id,
    last_sequence: 1,
    read_sequence: 1,
    other_read_sequence: 0,
    messages: [],
    changed: [message(1, { text: 'Removed by Tendwell', is_removed: true })],
    has_more: false,
    client_id: join?.client_id,
  })
  await waitFor(() => expect(screen.getByRole('log', logName)).toHaveTextContent('Removed by Tendwell'))
  expect(screen.getByRole('log', logName)).not.toHaveTextContent('message 1')
})

it("opens the other person's page from the menu", async () => {
  const { address, press, user } = openChat()
  await log()
  await press(`More about ${caregiver.full_name}`)
  await user.click(await screen.findByRole('menuitem', { name: 'View profile' }))
  expect(address()).toBe(`/caregivers/${caregiver.id}`)
})

it('blocks the other person from the menu, with a reason, and unblocks them', async () => {
  answer(`get /api/blocks/${caregiver.id}/preview/`, emptyBlockPreview)
  answer('post /api/blocks/', {}, 204)
  const { choose, fill, press, user } = openChat()
  await log()
  await press(`More about ${caregiver.full_name}`)
  await user.click(await screen.findByRole('menuitem', { name: `Block ${caregiver.full_name}` }))
  const dialog = await screen.findByRole('alertdialog', { name: `Block ${caregiver.full_name}?` })
  await press('Block')
  expect(await within(dialog).findByText('Please choose a reason')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  answerConversations({ ...conversation, can_write: false, has_blocked: true, is_caregiver_listed: false })
  await choose('Reason', 'Spam or advertising')
  await fill(/^Details/, ' Three ads a day ')
  await press('Block')
  expect(await screen.findByText(`You blocked ${caregiver.full_name}.`)).toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: /^Message to/ })).not.toBeInTheDocument()
  expect(await log()).toHaveTextContent('message 1')

  expect(lastBody()).toEqual({ user_id: caregiver.id, reason: 'spam', text: 'Three ads a day' })

  answer(`delete /api/blocks/${caregiver.id}/`, {}, 204)
  await press('Unblock')
  await screen.findByRole('alertdialog')
  answerConversations(conversation)
  await press('Unblock')
  expect(await screen.findByRole('textbox', { name: /^Message to/ })).toBeInTheDocument()
})

it('closes the composer at once when the conversation changes', async () => {
  const { box } = openChat()
  await box()
  await server.connect()
  answerConversations({ ...conversation, can_write: false, is_caregiver_listed: false })
  server.send({ event: 'conversation.changed', conversation_id: conversation.id })
  expect(await screen.findByText(/^You can’t message this person/)).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it('names the booking that the conversation belongs to', async () => {
  const window = { start_utc: '2026-12-15T14:00:00Z', end_utc: '2026-12-15T19:00:00Z' }
  answerConversations({ ...conversation, booking: { request_id: 12, ...window, status: 'confirmed' } })
  openChat()
  const link = await screen.findByRole('link', { name: /^Tue, Dec 15.* · Confirmed$/ })
  expect(link).toHaveAttribute('href', '/bookings/12')
})

it('marks messages with contact details for the sender and the reader', async () => {
  const marked = { has_contact_details: true }
  answer(
    messagesCall,
    listOf([message(1, marked), message(2, { ...marked, sender_id: family.id }), message(3)]),
  )
  openChat()
  const [received, sent, plain] = within(await log()).getAllByRole('listitem')
  expect(received).toHaveTextContent(/message 1.*Keep payments on Tendwell to stay protected\. Why\?/)
  expect(sent).toHaveTextContent(
    /Your message has contact details, or looks like a payment elsewhere\. Keep payments on Tendwell to stay protected\./,
  )
  expect(plain).not.toHaveTextContent('protected')
})

it('leaves nothing of the chat in the store or on the socket when it closes', async () => {
  const { store, unmount } = openChat()
  await server.connect()
  expect(await log()).toHaveTextContent('message 1')
  unmount()
  expect(store.getState().chat).toEqual({ isConnected: false, threads: {}, newConversations: {}, outbox: [] })
  expect(latest()?.readyState).toBe(3)
})

it('keeps the focus on Retry while the messages load again', async () => {
  answer(messagesCall, {}, 500)
  const { press } = openChat()
  await screen.findByText('Failed to load messages')
  const release = answerLater(messagesCall, {}, 500)
  await press('Retry')
  const retry = screen.getByRole('button', { name: 'Retry' })
  await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
  expect(retry).toHaveFocus()
  release()
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
})
