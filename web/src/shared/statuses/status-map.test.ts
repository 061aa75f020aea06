import { STATUS_WORDS } from '@tendwell/contract/status-words'
import { expect, it } from 'vitest'
import { getStatusLook } from './status-map.ts'

it.each(Object.entries(STATUS_WORDS))('calls %s as CSV files do: %s', (status, word) => {
  expect(getStatusLook(status).word).toBe(word)
})
