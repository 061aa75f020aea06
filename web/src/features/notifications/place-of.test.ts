import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test('a dispute opens under the role in session, and anything else where it says', () => {
  const news = {
    type: 'dispute_closed',
    payload: { dispute_id: 12, action_url: '/caregiver/disputes/12' },
  } as const
  expect(placeOf(news, 'caretaker')).toBe('/caretaker/disputes/12')
  expect(placeOf(news, 'caregiver')).toBe('/caregiver/disputes/12')
  expect(placeOf(news, 'admin')).toBe('/admin/disputes/12')
  expect(placeOf(news, undefined)).toBe('/caregiver/disputes/12')
  expect(placeOf({ type: 'chat_message', payload: { action_url: '/chat' } }, 'caretaker')).toBe('/chat')
  expect(placeOf({ type: 'chat_message', payload: { action_url: 'https://evil.test/' } }, 'caretaker')).toBe(
    '/',
  )
})
