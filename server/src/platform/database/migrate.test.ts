import { expect, test, vi } from 'vitest'
import { repeatWhileLocked } from './migrate.ts'

test.each([
  [
    'a table that stays locked, after 10 tries, and never says to delete it',
    '55P03',
    10,
    'A migration found a table locked in 10 tries, and nothing was changed by it. End the long transaction in pg_stat_activity, and start again.',
  ],
  ['another error at once', '22012', 1, 'it failed'],
])('gives up on %s', async (_what, code, tries, message) => {
  const work = vi.fn().mockRejectedValue(Object.assign(new Error('it failed'), { code }))
  await expect(repeatWhileLocked(work, 0)).rejects.toThrow(message)
  expect(work).toHaveBeenCalledTimes(tries)
})
