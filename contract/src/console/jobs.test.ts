import { expect, it } from 'vitest'
import { describeJob } from './jobs.ts'

it.each([
  ['payments.apply-webhook', 'Payments: apply webhook'],
  ['refund.paid-another-way > notifications', 'Refund paid another way: notifications'],
  ['extend free weeks', 'Extend free weeks'],
])('calls %s %s', (name, words) => {
  expect(describeJob(name)).toBe(words)
})
