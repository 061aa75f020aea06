/**
 * Whether the time of an answer tells that an address has an account (trust.md, "enumeration"): 200 samples of each,
 * interleaved, whose medians may differ by a tenth at most. Run it on a machine that has nothing else to do.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../server/test/app.ts'
import { makeUser } from '../server/test/factories/accounts.ts'

const SAMPLES = 200
const WARM_UP = 20
const TOLERANCE = 0.1

let app: TestApp
let known: string
beforeAll(async () => {
  app = await testApp({}, { work: true })
  known = (await makeUser(app, { role: 'caretaker' })).email
})
afterAll(() => app.close())

const password = 'not the password 1'
const CALLS: Record<string, { path: string; bodyOf: (email: string) => object; status: number }> = {
  login: { path: '/api/auth/login', bodyOf: (email) => ({ email, password }), status: 401 },
  forgot: { path: '/api/auth/password/reset', bodyOf: (email) => ({ email }), status: 200 },
  resend: { path: '/api/auth/resend-verification', bodyOf: (email) => ({ email }), status: 200 },
  signup: {
    path: '/api/auth/signup',
    bodyOf: (email) => ({ full_name: 'Somebody', email, password, role: 'caretaker' }),
    status: 201,
  },
}

/** The value that this part of all the others is below. */
function quantileOf(values: number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

test.each(Object.entries(CALLS))(
  '%s takes as long for a known address as for an unknown one',
  async (name, call) => {
    /** In milliseconds; what a call has caused is done before the next begins. */
    const measure = async (email: string) => {
      const start = performance.now()
      const { status } = await app.visitor.post(call.path, call.bodyOf(email))
      const took = performance.now() - start
      expect(status).toBe(call.status)
      await app.drain()
      return took
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = -WARM_UP; round < SAMPLES; round += 1) {
      const stranger = `stranger-${name}-${round + WARM_UP}@example.test`
      // Whoever comes second in a pair may gain by it, so they take turns.
      const pair = [
        ['known', known],
        ['unknown', stranger],
      ] as const
      for (const [kind, email] of round % 2 === 0 ? pair : [...pair].reverse()) {
        const took = await measure(email)
        if (round >= 0) times[kind].push(took)
      }
    }
    const [ofKnown, ofUnknown] = [quantileOf(times.known, 0.5), quantileOf(times.unknown, 0.5)]
    const ratio = ofKnown / ofUnknown
    /** Hardly touched by what else the machine does: where this is near 1 and the medians are not, it was busy. */
    const calm = quantileOf(times.known, 0.1) / quantileOf(times.unknown, 0.1)
    console.log(
      `${name}: known ${ofKnown.toFixed(2)} ms, unknown ${ofUnknown.toFixed(2)} ms, ratio ${ratio.toFixed(3)} (medians of ${SAMPLES}); of the fastest tenths ${calm.toFixed(3)}`,
    )
    expect(Math.abs(ratio - 1)).toBeLessThan(TOLERANCE)
  },
)
