import type { Notification } from '@tendwell/contract/chat/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { admin, caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { NotificationsPage } from './notifications-page.tsx'

const all = 'get /api/notifications/'

/** Odd ones are unread. */
function message(id: number, more: Partial<Notification> = {}): Notification {
  return {
    id,
    type: 'chat_message',
    created_at: '2026-03-02T12:00:00Z',
    read_at: id % 2 === 0 ? '2026-03-02T13:00:00Z' : null,
    payload: { message: `Letter ${id}`, action_url: `/chat?conversationId=${id}` },
    ...more,
  }
}

/** Answers as the server does: 25 notifications, of which 13 are unread. */
function answerPages() {
  const stored = Array.from({ length: 25 }, (_, at) => message(25 - at))
  server.use(
    http.get('/api/notifications/', ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = query.get('status') === 'all' ? stored : stored.filter(({ read_at }) => read_at === null)
      const from = (Number(query.get('page') ?? 1) - 1) * 20
      return HttpResponse.json(listOf(found.slice(from, from + 20), found.length))
    }),
  )
}

function openNotifications(user = family, query = '') {
  return renderPage(<NotificationsPage />, { route: `/notifications${query}`, session: sessionOf(user) })
}

const texts = () =>
  within(screen.getByRole('list', { name: 'Notifications' }))
    .getAllByText(/^Letter/)
    .map(({ textContent }) => textContent)

it('lists read and unread notifications by pages of 20, which the address keeps', async () => {
  answerPages()
  const { press, address } = openNotifications()
  await waitFor(() => expect(texts()).toHaveLength(20))
  expect(screen.getAllByText(/^Unread,/)).toHaveLength(10)
  await press('Next page')
  await waitFor(() => expect(texts()).toEqual([5, 4, 3, 2, 1].map((id) => `Letter ${id}`)))
  expect(address()).toBe('/notifications?page=2')
})

it('narrows the list to the unread ones', async () => {
  answerPages()
  const { user, address } = openNotifications(family, '?page=2')
  await user.click(await screen.findByRole('tab', { name: /^Unread/ }))
  await waitFor(() => expect(texts()).toHaveLength(13))
  expect(address()).toBe('/notifications?status=unread')
  await user.click(screen.getByRole('tab', { name: 'All' }))
  await waitFor(() => expect(texts()).toHaveLength(20))
  expect(address()).toBe('/notifications')
})

it.each([
  [family, '/caretaker/disputes/7'],
  [caregiver, '/caregiver/disputes/7'],
  [admin, '/admin/disputes/7'],
])('opens what a notification is about and marks it as read: %o', async (user, path) => {
  answer(
    all,
    listOf([
      message(1, { type: 'dispute_closed', payload: { message: 'Closed', dispute_id: 7 } }),
      message(2),
    ]),
  )
  answer('post /api/notifications/mark-read/', { message: 'Marked as read' })
  const page = openNotifications(user)
  expect(await screen.findByRole('link', { name: /Letter 2/ })).toHaveAttribute(
    'href',
    '/chat?conversationId=2',
  )
  await page.user.click(screen.getByRole('link', { name: /Closed/ }))
  await waitFor(() => expect(page.address()).toBe(path))
  await waitFor(() => expect(lastBody()).toEqual({ ids: [1] }))
})

it('does not mark a read notification again', async () => {
  answer(all, listOf([message(2)]))
  const { user, address } = openNotifications()
  await user.click(await screen.findByRole('link', { name: /Letter 2/ }))
  await waitFor(() => expect(address()).toBe('/chat?conversationId=2'))
  expect(sentWrites()).toEqual([])
})

it('marks all as read, as long as there are unread ones', async () => {
  answer(all, listOf([message(1)]))
  answer('post /api/notifications/mark-read/', { message: 'Marked as read' })
  const { press } = openNotifications()
  await screen.findByText('Letter 1')
  answer(all, listOf([]))
  await press('Mark all read')
  expect(await screen.findByText('No notifications yet')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument())
})

it('offers to retry when the list fails to load', async () => {
  answer(all, {}, 500)
  const { press } = openNotifications()
  expect(await screen.findByText('Failed to load notifications')).toBeInTheDocument()
  answer(all, listOf([message(1)]))
  await press('Retry')
  expect(await screen.findByText('Letter 1')).toBeInTheDocument()
})
