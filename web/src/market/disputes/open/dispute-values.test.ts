import { expect, test } from 'vitest'
import { blankDispute, createDisputeForm, firstError } from './dispute-values.ts'

const form = createDisputeForm([{ id: 7 }])

function firstMessage(values: Partial<typeof blankDispute>): string | undefined {
  const { error } = form.safeParse({ ...blankDispute, ...values })
  const errors = (error?.issues ?? []).map(({ path, message }) => [path[0], { message }])
  return firstError(Object.fromEntries(errors))
}

test('a dispute’s fields are checked in order', () => {
  expect(firstMessage({})).toBe('Please select a booking')
  expect(firstMessage({ booking_request: '8', type: 'payment', reason: 'x' })).toBe('Please select a booking')
  expect(firstMessage({ booking_request: '7' })).toBe('Please select a dispute type')
  expect(firstMessage({ booking_request: '7', type: 'other', reason: '  ' })).toBe(
    'Please provide a reason for the dispute',
  )
  expect(firstMessage({ booking_request: '7', type: 'other', reason: 'x', other_type_text: ' ' })).toBe(
    'Please provide details for "Other" dispute type',
  )
})

test('a dispute is sent trimmed, with details only if its type is other', () => {
  const filled = { booking_request: '7', reason: ' Late \n', other_type_text: 'Keys' }
  expect(form.parse({ ...filled, type: 'schedule' })).toEqual({
    booking_request: 7,
    type: 'schedule',
    reason: 'Late',
  })
  expect(form.parse({ ...filled, type: 'other' })).toMatchObject({ type: 'other', other_type_text: 'Keys' })
})
