import { STATUS_WORDS } from '@tendwell/contract/status-words'
import { expect, it } from 'vitest'
import { getStatusLook, type Status } from './status-map.ts'

const statuses = Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[]

it.each(statuses.map((status) => [status, STATUS_WORDS[status]] as const))(
  'calls %s as CSV files do: %s',
  (status, word) => {
    expect(getStatusLook(status).word).toBe(word)
  },
)

it('shows a status of a newer server as it is written', () => {
  expect(getStatusLook('in_review' as Status)).toMatchObject({ word: 'in_review', tone: 'sand' })
})
