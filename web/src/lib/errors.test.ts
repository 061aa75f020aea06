import { expect, it, vi } from 'vitest'
import { describeFailure, getErrorMessage, getErrorStatus, getFieldErrors, isOffline } from './errors.ts'

const refused = (data: unknown) => ({ status: 400, data })

it.each([
  ['the detail', { detail: 'Not allowed', email: ['Taken'] }, 'Not allowed'],
  ['an error of no one field', { non_field_errors: ['Overlaps'], email: ['Taken'] }, 'Overlaps'],
  ['the first field’s message', { code: 'invalid', request_id: 'r1', email: ['Taken'] }, 'Taken'],
  ['a nested message', { windows: [{}, { start: ['Not offered'] }] }, 'Not offered'],
  ['the fallback', { code: 'invalid', request_id: 'r1' }, 'Failed'],
  ['the fallback for no body', '<html>', 'Failed'],
])('shows %s', (_, data, message) => {
  expect(getErrorMessage(refused(data), 'Failed')).toBe(message)
})

it('reads the first message of each field', () => {
  const data = { detail: 'Invalid', code: 'invalid', email: ['Taken', 'Odd'], name: 'Missing' }
  expect(getFieldErrors(refused(data))).toEqual({ email: 'Taken', name: 'Missing' })
})

it('distinguishes an unreachable server from a refusal', () => {
  const unreachable = { status: 'FETCH_ERROR', error: 'TypeError' }
  expect(isOffline(unreachable)).toBe(true)
  expect(getErrorStatus(unreachable)).toBeUndefined()
  expect(getErrorMessage(unreachable, 'Failed')).toBe('Failed')
  expect(isOffline(refused({}))).toBe(false)
  expect(getErrorStatus(refused({}))).toBe(400)
})

it('describes a failure and what to do', () => {
  const unreachable = 'We couldn’t reach the server. Check your connection and try again.'
  expect(describeFailure({ status: 'FETCH_ERROR', error: 'TypeError' })).toBe(unreachable)
  expect(describeFailure({ status: 'TIMEOUT_ERROR', error: 'AbortError' })).toBe(unreachable)
  expect(describeFailure(refused({ detail: 'Not allowed' }))).toBe('Not allowed')
  expect(describeFailure({ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>' })).toBe(
    'Something went wrong on our side. Please try again.',
  )
})

it('tells a person without a network to connect', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(describeFailure({ status: 'FETCH_ERROR', error: 'TypeError' })).toBe(
    'You’re offline. Connect to the internet and try again.',
  )
  expect(describeFailure(refused({ detail: 'Not allowed' }))).toBe('Not allowed')
  vi.unstubAllGlobals()
})
