import { NOTIFICATION_TYPES, type Notification } from '@tendwell/contract/notifications'
import { describe, expect, it } from 'vitest'
import { noticeOf } from './notice.ts'

const of = (type: Notification['type'], payload: Notification['payload'] = {}): Notification => ({
  id: 1,
  type,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at: null,
  payload,
})

describe('what the bell shows', () => {
  it.each(NOTIFICATION_TYPES)('%s has a sign and words, also where the server says none', (type) => {
    const notice = noticeOf(of(type), 'caregiver')
    expect(notice.icon).toBeDefined()
    expect(notice.text).toMatch(/\.$/)
    expect(notice.to).toBe('/')
  })

  it.each(['admin', 'caregiver', 'caretaker'] as const)('opens a dispute on the screen of: %s', (role) => {
    const payload = { dispute_id: 12, action_url: '/caregiver/disputes/12' }
    expect(noticeOf(of('dispute_closed', payload), role).to).toBe(`/${role}/disputes/12`)
  })

  it('says a rating as n/5, and the hours', () => {
    expect(noticeOf(of('review_received', { rating: 4 }), 'caregiver').detail).toBe('4/5')
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const windows = [
      { date: '2026-12-01', start: '09:00', end: '11:00', hours: 2 },
      { date: '2026-12-02', start: '09:00', end: '11:00', hours: 2 },
    ]
    expect(noticeOf(of('booking_confirmed', { windows, timezone }), 'caregiver').detail).toBe(
      'Tue, Dec 1, 9:00 AM – 11:00 AM and 1 more',
    )
  })

  it('leads nowhere outside', () => {
    expect(noticeOf(of('chat_message', { action_url: '//evil.test/x' }), 'caretaker').to).toBe('/')
  })
})
