/**
 * Checks that response times do not reveal whether an email has an account. Takes 200 interleaved samples of
 * known and unknown emails; their medians may differ by at most 10 %. Run it on an idle machine.
 * @see docs/rules/accounts.md#attempt-limits
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'
import { getQuantile } from './load/quantile.ts'
import { isSmall, size } from './load/size.ts'

const SAMPLES = size(200, 2)
const WARM_UP = size(20, 0)
const TOLERANCE = 0.1

let app: TestApp
let known: string
beforeAll(async () => {
  app = await testApp({}, { work: true })
  known = (await makeUser(app, { role: 'caretaker' })).email
})
afterAll(() => app.close())

const password = 'not the password 1'
const CALLS: Record<string, { path: string; toBody: (email: string) => object; status: number }> = {
  login: { path: '/api/auth/login', toBody: (email) => ({ email, password }), status: 401 },
  forgot: { path: '/api/auth/password/reset', toBody: (email) => ({ email }), status: 200 },
  resend: { path: '/api/auth/resend-verification', toBody: (email) => ({ email }), status: 200 },
  signup: {
    path: '/api/auth/signup',
    toBody: (email) => ({ full_name: 'Somebody', email, password, role: 'caretaker' }),
    status: 201,
  },
}

test.each(Object.entries(CALLS))(
  '%s takes the same time for known and unknown emails',
  async (name, call) => {
    /** Runs the jobs of a call before the next one starts. @returns the time of the call in ms */
    const measure = async (email: string) => {
      const start = performance.now()
      const { status } = await app.visitor.post(call.path, call.toBody(email))
      const took = performance.now() - start
      expect(status).toBe(call.status)
      await app.drain()
      return took
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = -WARM_UP; round < SAMPLES; round += 1) {
      const stranger = `stranger-${name}-${round + WARM_UP}@example.test`
      // The second of a pair may be faster, so the order alternates.
      const pair = [
        ['known', known],
        ['unknown', stranger],
      ] as const
      for (const [kind, email] of round % 2 === 0 ? pair : [...pair].reverse()) {
        const took = await measure(email)
        if (round >= 0) times[kind].push(took)
      }
    }
    const [ofKnown, ofUnknown] = [getQuantile(times.known, 0.5), getQuantile(times.unknown, 0.5)]
    const ratio = ofKnown / ofUnknown
    /**
     * The fastest tenth is less affected by load: if this is near 1 and the medians are not, the machine was
     * busy.
     */
    const fastestRatio = getQuantile(times.known, 0.1) / getQuantile(times.unknown, 0.1)
    console.log(
      `${name}: known ${ofKnown.toFixed(2)} ms, unknown ${ofUnknown.toFixed(2)} ms, ratio ${ratio.toFixed(3)} (medians of ${SAMPLES}); of the fastest tenths ${fastestRatio.toFixed(3)}`,
    )
    if (!isSmall) expect(Math.abs(ratio - 1)).toBeLessThan(TOLERANCE)
  },
)
