import { expect, it } from 'vitest'
import { withoutSecondMail } from './taken-back.ts'

it.each([
  [0, null],
  [599, null],
  [600, 'It was withdrawn'],
  [86_400, 'It was withdrawn'],
])('what was taken back after %i seconds is mailed as %s', (seconds, subject) => {
  const content = {
    type: 'booking_canceled',
    payload: { message: 'Withdrawn' },
    subject: 'It was withdrawn',
  } as const
  const sentAt = new Date('2026-06-01T09:00:00Z')
  const told = withoutSecondMail(content, sentAt, new Date(sentAt.getTime() + seconds * 1_000))
  expect(told).toEqual({ ...content, subject })
})
