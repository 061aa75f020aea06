import { NOTIFICATION_TYPES, type Notification } from '@tendwell/contract/chat/notifications'
import { expect, it } from 'vitest'
import { viewNotification } from './notification-view.ts'

const notification = (type: Notification['type'], payload: Notification['payload'] = {}): Notification => ({
  id: 1,
  type,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
  payload,
})

it.each(NOTIFICATION_TYPES)('has an icon and a text for %s, even without a message', (type) => {
  const view = viewNotification(notification(type), 'caregiver')
  expect(view.icon).toBeDefined()
  expect(view.text).toMatch(/[.?]$/)
  expect(view.path).toBe('/')
})

it('shows the message and the action of the notification', () => {
  const payload = { message: 'Mira sent you a message.', action_text: 'Reply', action_url: '/chat' }
  expect(viewNotification(notification('chat_message', payload), 'caregiver')).toMatchObject({
    text: 'Mira sent you a message.',
    action: 'Reply',
    path: '/chat',
    detail: null,
  })
})

it('shows a rating as n/5', () => {
  expect(viewNotification(notification('review_received', { rating: 4 }), 'caregiver').detail).toBe('4/5')
})

it('shows times in the viewer’s zone, and the day there', () => {
  const windows = [{ date: '2026-12-02', start: '01:00', end: '03:00', hours: 2 }]
  const payload = { windows, timezone: 'Europe/London' }
  expect(viewNotification(notification('booking_confirmed', payload), 'caregiver').detail).toBe(
    'Tue, Dec 1, 8:00 PM – 10:00 PM',
  )
})

it('shows the first of several times, and how many more there are', () => {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const windows = [
    { date: '2026-12-01', start: '09:00', end: '11:00', hours: 2 },
    { date: '2026-12-02', start: '09:00', end: '11:00', hours: 2 },
  ]
  expect(viewNotification(notification('booking_confirmed', { windows, timezone }), 'caregiver').detail).toBe(
    'Tue, Dec 1, 9:00 AM – 11:00 AM and 1 more',
  )
})
