import { beforeEach, expect, it, vi } from 'vitest'
import { withRetries } from './busy-server.ts'

const pauses: number[] = []
vi.mock('./pause.ts', () => ({ pause: async (ms: number) => void pauses.push(ms) }))
beforeEach(() => void pauses.splice(0))
// Only pauses take time.
vi.spyOn(performance, 'now').mockImplementation(() => pauses.reduce((sum, ms) => sum + ms, 0))

type Answer = { status: number | 'FETCH_ERROR' | 'PARSING_ERROR'; originalStatus?: number; wait?: string }

/**
 * Makes a call that is answered in turn by these, and then well.
 * @returns how often it was made, and whether well
 */
async function call(answers: Answer[], args: Parameters<ReturnType<typeof withRetries>>[0] = '/caregivers/') {
  let made = 0
  const send = withRetries(async () => {
    const { wait, ...error } = answers[made] ?? { status: 200 }
    made += 1
    const response = new Response(null, wait === undefined ? {} : { headers: { 'retry-after': wait } })
    const meta = { request: new Request('http://app.test'), response }
    return error.status === 200
      ? { data: 'well', meta }
      : ({ error: { data: null, ...error }, meta } as never)
  })
  const context = { signal: new AbortController().signal } as Parameters<typeof send>[1]
  const { data } = await send(args, context, {})
  return { made, isWell: data === 'well' }
}
const busy = { status: 503 }

it.each<Answer>([
  { status: 502 },
  busy,
  { status: 504 },
  { status: 'FETCH_ERROR' },
  { status: 'PARSING_ERROR', originalStatus: 502 },
])('repeats a read that gets %j, three times at most', async (answer) => {
  expect(await call([answer])).toEqual({ made: 2, isWell: true })
  expect(await call([answer, answer, answer])).toEqual({ made: 4, isWell: true })
  expect(await call([answer, answer, answer, answer])).toEqual({ made: 4, isWell: false })
})

it('waits longer each time, and as long as the server says', async () => {
  await call([busy, busy, busy])
  expect(pauses.splice(0)).toEqual([500, 1_000, 2_000])
  await call([
    { ...busy, wait: '3' },
    { ...busy, wait: '1' },
  ])
  expect(pauses).toEqual([3_000, 1_000])
})

it('does not wait beyond 10 s', async () => {
  expect(await call([{ ...busy, wait: '10' }])).toEqual({ made: 1, isWell: false })
  expect(pauses.splice(0)).toEqual([])
  const sixSeconds = { ...busy, wait: '6' }
  expect(await call([sixSeconds, sixSeconds])).toEqual({ made: 2, isWell: false })
  expect(pauses).toEqual([6_000])
})

it.each([400, 401, 404, 409, 429, 500])('does not repeat a read that gets %i', async (status) => {
  expect(await call([{ status }])).toEqual({ made: 1, isWell: false })
})

it.each(['/wallet', { url: '/wallet', params: { page: 2 } }, { url: '/wallet', method: 'GET' }])(
  'repeats the read %j',
  async (args) => {
    expect(await call([busy], args)).toEqual({ made: 2, isWell: true })
  },
)

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('repeats a %s with an idempotency key alone', async (method) => {
  expect((await call([busy], { url: '/payouts', method })).made).toBe(1)
  const headers = { 'Idempotency-Key': 'one' }
  expect((await call([busy], { url: '/payouts', method, headers })).made).toBe(2)
})
