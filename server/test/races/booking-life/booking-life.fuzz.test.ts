/**
 * Random lives of bookings: families send, pay, cancel and dispute, caregivers and admins cancel, both sides
 * move, refunds and payouts are refused, calls crash, money is released and withdrawn, and time passes.
 * @see docs/rules/bookings.md#canceling
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRuns, fc } from '../../../../contract/test/random.ts'
import { verifyAnalytics } from '../../../src/features/console/index.ts'
import { type TestApp, testApp } from '../../app.ts'
import { makeUser, type TestUser } from '../../factories/accounts.ts'
import { controlProvider, expectAgreement, expectBooksOf, finishTransfers, tolerate } from '../money-model.ts'
import { ACTIONS, endDispute } from './actions.ts'
import { expectMoneyWhereItBelongs, expectRefundsOfPolicy, expectSound } from './invariants.ts'
import { type Action, DAYS_AHEAD, makeWorld, type World } from './world.ts'

let app: TestApp
let admin: TestUser
let provider: ReturnType<typeof controlProvider>
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
  admin = await makeUser(app, { role: 'admin' })
  provider = controlProvider(app)
})
afterAll(() => app.close())

/** Lets time pass with a working provider until all is decided, released and sent. */
async function settleEverything(world: World): Promise<void> {
  await provider.repair(world.caregiver.id)
  while (await endDispute(world, { which: 0, day: 0, amount: 0 }));
  await app.advance(61)
  await app.advance((DAYS_AHEAD + 3) * MINUTES_PER_DAY)
  await finishTransfers(app)
}

test('keeps bookings, refunds and the books right, whatever happens in which order', async () => {
  const actions: Record<string, Action> = { ...ACTIONS, ...provider.mishaps }
  const step = fc.record({
    action: fc.constantFrom(...Object.keys(actions)),
    which: fc.nat({ max: 7 }),
    day: fc.nat({ max: DAYS_AHEAD }),
    amount: fc.integer({ min: 1, max: 9_999 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const world = await makeWorld(app, admin)
      // Start with bookings and open proposals that later steps can change.
      for (const which of [2, 1])
        await ACTIONS.sendAndPay(world, { which, day: which * 2, amount: which }).catch(tolerate)
      for (const which of [0, 1])
        await ACTIONS.proposeMove(world, { which, day: which, amount: which + 1 }).catch(tolerate)
      for (const { action, ...dice } of steps) {
        await (actions[action] as Action)(world, dice).catch(tolerate)
        await expectBooksOf(app, world.caregiver.id)
        await expectSound(app, world.caregiver.id)
      }
      await settleEverything(world)
      await expectSound(app)
      await expectRefundsOfPolicy(world)
      await expectMoneyWhereItBelongs(world)
      await expectAgreement(app)
      expect(await verifyAnalytics(app.deps.database)).toEqual([])
    }),
    { numRuns: countRuns(50) },
  )
})
