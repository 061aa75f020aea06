import type { Notification } from '@tendwell/contract/chat/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectToast } from '../../../test/expect.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, server } from '../../../test/server.ts'
import { NotificationBell } from './notification-bell.tsx'

const unread = 'get /api/notifications/'

function message(id: number): Notification {
  return {
    id,
    type: 'chat_message',
    created_at: '2026-03-02T12:00:00Z',
    read_at: null,
    payload: { message: `Letter ${id}` },
  }
}

const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const panel = () => screen.getByRole('region', { name: 'Notifications' })

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => vi.unstubAllGlobals())

async function openBell() {
  const page = renderPage(<NotificationBell userId={family.id} />, { session: sessionOf(family) })
  await page.user.click(await bell())
  return page
}

it('shows that it is loading, then a failure, and can try again', async () => {
  const release = answerLater('get /api/notifications/', {}, 500)
  const { press } = await openBell()
  expect(within(panel()).getByText('Loading…')).toBeInTheDocument()
  expect(panel()).not.toHaveTextContent('No new notifications')
  release()
  expect(await within(panel()).findByText('Failed to load notifications')).toBeInTheDocument()
  expect(await bell()).toHaveAccessibleName('Notifications')
  answer(unread, listOf([]))
  await press('Retry')
  expect(await within(panel()).findByText('No new notifications')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument()
})

it('lists unread notifications, marks an opened one as read and closes', async () => {
  answer(unread, listOf([message(7)], 130))
  const { user } = await openBell()
  await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications, 130 unread'))
  answer('post /api/notifications/mark-read/', { message: 'Marked as read' })
  answer(unread, listOf([], 0))
  await user.click(within(panel()).getByRole('link', { name: /Letter 7/ }))
  expect(lastBody()).toEqual({ ids: [7] })
  expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument()
  await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications'))
})

it('marks all notifications as read, beyond those it lists', async () => {
  let left = Array.from({ length: 130 }, (_, index) => message(index + 1))
  server.use(
    http.get('/api/notifications/', ({ request }) => {
      const query = new URL(request.url).searchParams
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 50)]
      return HttpResponse.json(listOf(left.slice((page - 1) * size, page * size), left.length))
    }),
    http.post('/api/notifications/mark-read/', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: number[] }
      left = left.filter(({ id }) => !ids.includes(id))
      return HttpResponse.json({ message: 'Marked as read' })
    }),
  )
  const { press } = await openBell()
  await waitFor(() => expect(within(panel()).getAllByText(/^Letter/)).toHaveLength(50))
  await press('Mark all read')
  expect(await within(panel()).findByText('No new notifications')).toBeInTheDocument()
  expect(await bell()).toHaveAccessibleName('Notifications')
  expect(left).toEqual([])
})

it('says when marking all fails', async () => {
  answer(unread, listOf([message(1)]))
  const { press } = await openBell()
  await screen.findByRole('button', { name: 'Mark all read' })
  answer('post /api/notifications/mark-read/', {}, 500)
  await press('Mark all read')
  await expectToast('Failed to mark all as read')
  expect(within(panel()).getByRole('link', { name: /Letter 1/ })).toBeInTheDocument()
})

it('closes on Escape and returns the focus', async () => {
  answer(unread, listOf([]))
  const { user } = await openBell()
  expect(await screen.findByText('No new notifications')).toBeVisible()
  await user.tab()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument()
  const button = await bell()
  await waitFor(() => expect(button).toHaveFocus())
})

it('leads to all notifications and closes', async () => {
  answer(unread, listOf([message(1)]))
  const { user, address } = await openBell()
  await user.click(await within(panel()).findByRole('link', { name: 'See all' }))
  await waitFor(() => expect(address()).toBe('/notifications'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).not.toBeInTheDocument())
})

it('follows new notifications, and disconnects when it unmounts', async () => {
  answer(unread, listOf([message(1)]))
  const { unmount } = await openBell()
  await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications, 1 unread'))
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1))
  const [socket] = FakeSocket.all
  act(() => socket?.open())
  answer(unread, listOf([message(1), message(2)]))
  act(() => socket?.receive({ event: 'notification.created', id: 2 }))
  await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications, 2 unread'))
  unmount()
  expect(socket?.readyState).toBe(3)
})
