import { expect, test } from 'vitest'
import { blankDispute, disputeFormFor, firstFault } from './dispute-values.ts'

const form = disputeFormFor([{ id: 7 }])

/** What is told first. */
function told(values: Partial<typeof blankDispute>): string | undefined {
  const { error } = form.safeParse({ ...blankDispute, ...values })
  const faults = (error?.issues ?? []).map(({ path, message }) => [path[0], { message }])
  return firstFault(Object.fromEntries(faults))
}

test('a dispute is checked in the specification’s order', () => {
  expect(told({})).toBe('Please select a booking')
  expect(told({ booking_request: '8', type: 'payment', reason: 'x' })).toBe('Please select a booking')
  expect(told({ booking_request: '7' })).toBe('Please select a dispute type')
  expect(told({ booking_request: '7', type: 'other', reason: '  ' })).toBe(
    'Please provide a reason for the dispute',
  )
  expect(told({ booking_request: '7', type: 'other', reason: 'x', other_type_text: ' ' })).toBe(
    'Please provide details for "Other" dispute type',
  )
})

test('a dispute is sent trimmed, and says what else it is about only where its type is other', () => {
  const filled = { booking_request: '7', reason: ' Late \n', other_type_text: 'Keys' }
  expect(form.parse({ ...filled, type: 'schedule' })).toEqual({
    booking_request: 7,
    type: 'schedule',
    reason: 'Late',
  })
  expect(form.parse({ ...filled, type: 'other' })).toMatchObject({ type: 'other', other_type_text: 'Keys' })
})
