import { expect, it } from 'vitest'
import { notificationPath } from './notification-path.ts'

const dispute = {
  type: 'dispute_closed',
  payload: { dispute_id: 12, action_url: '/caregiver/disputes/12' },
} as const

it.each([
  ['caretaker', '/caretaker/disputes/12'],
  ['caregiver', '/caregiver/disputes/12'],
  ['admin', '/admin/disputes/12'],
  [undefined, '/caregiver/disputes/12'],
] as const)('opens a dispute on the page of the role: %s', (role, path) => {
  expect(notificationPath(dispute, role)).toBe(path)
})

it('opens the path of the notification, and never another site', () => {
  const open = (action_url: string) =>
    notificationPath({ type: 'chat_message', payload: { action_url } }, 'caretaker')
  expect(open('/chat')).toBe('/chat')
  expect(open('https://evil.test/')).toBe('/')
  expect(open('//evil.test/x')).toBe('/')
})
