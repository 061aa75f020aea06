/** The refunds of canceled bookings at each payment provider. @see docs/rules/money.md#refunds */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { getBalance } from '../../../../test/consistency.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  checkout,
  listWindows,
  makeAcceptedRequest,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import { cancelAsPreviewed } from '../../../../test/factories/cancellations.ts'
import { PROVIDERS, type Provider } from '../../../../test/factories/providers.ts'
import type { CardRefunds } from '../../../../test/stripe/stand-in.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

const SETTINGS = { PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' }

describe.each(Object.entries(PROVIDERS))('%s', (_name, open) => {
  let provider: Provider
  let app: TestApp
  beforeAll(async () => {
    provider = await open(SETTINGS, { isAlone: false })
    app = provider.app
  })
  afterAll(() => provider.close())
  afterEach(async () => {
    expect(await verifyLedger(app.deps.database)).toEqual([])
    expect(-(await getBalance(app, 'clearing'))).toBe(await provider.getHeldCents())
    if ('stripe' in provider) expect((provider.stripe as { complaints: string[] }).complaints).toEqual([])
  })

  /**
   * A booking of an hour and a half two, nine and ten days ahead, paid by a card whose refunds behave like
   * this.
   */
  async function makeBooked(refunds?: CardRefunds) {
    const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
    const windows = [2, 9, 10].map((days) => ({ date: dateIn(app, days), start: '09:00', end: '10:30' }))
    for (const { date } of windows) await openHours(caregiver, date, [hours('09:00', '12:00', 30)])
    const request = await makeAcceptedRequest(app, { caregiver, windows })
    await provider.pay(await checkout(request), refunds)
    await provider.deliverEvents()
    const ids = (await listWindows(request)).map(({ booking_id }) => booking_id)
    return { ...request, ids, heldCents: await provider.getHeldCents() }
  }
  type Booked = Awaited<ReturnType<typeof makeBooked>>

  /** Cancels all that is ahead or these windows. @returns the refund in cents */
  async function cancel(person: TestUser, booked: Booked, bookingIds?: number[]): Promise<number> {
    const { refund_usd } = await cancelAsPreviewed(person, booked, bookingIds)
    return Math.round(refund_usd * 100)
  }

  /** The payment's status, and what of it is back on the card, by our books and by the provider's. */
  async function getRefunded({ family, heldCents }: Booked) {
    const { status, refunded_usd } = (await family.client.get('/api/payments/mine')).body.results[0]
    const cents = Math.round(refunded_usd * 100)
    expect(heldCents - (await provider.getHeldCents())).toBe(cents)
    return [status, cents]
  }

  test('sends back half of one window, then what the others cost', async () => {
    const booked = await makeBooked()
    const { family, caregiver, ids } = booked
    const first = await cancel(family, booked, ids.slice(0, 1))
    await provider.deliverEvents()
    expect([first, await getRefunded(booked)]).toEqual([2_583, ['succeeded', 2_583]])
    const rest = await cancel(family, booked)
    await provider.deliverEvents()
    expect([rest, await getRefunded(booked)]).toEqual([2 * 5_166, ['succeeded', 2_583 + 2 * 5_166]])
    // The fees are 1,875 of the caregiver's 15,000 and 498 on top. A sixth of them stays.
    expect(await getBalance(app, 'escrow', caregiver.id)).toBe(15_498 - 2_583 - 2 * 5_166 - 396)
  })

  test('sends back everything when the caregiver cancels, once', async () => {
    const booked = await makeBooked()
    expect(await cancel(booked.caregiver, booked)).toBe(3 * 5_166)
    await provider.deliverEvents()
    await app.advance(11)
    expect(await getRefunded(booked)).toEqual(['refunded', 3 * 5_166])
    expect(await getBalance(app, 'escrow', booked.caregiver.id)).toBe(0)
  })

  test('cancels at once when the provider refuses the refund, which is asked for again', async () => {
    const booked = await makeBooked()
    const { caregiver, family, windows } = booked
    await provider.refuse('refund')
    const cents = await cancel(family, booked, booked.ids.slice(0, 1))
    await provider.deliverEvents()
    expect(await getRefunded(booked)).toEqual(['succeeded', 0])
    expect((await sendRequest(family, caregiver.id, windows.slice(0, 1))).status, 'free again').toBe(201)
    await provider.allow()
    await app.advance(11)
    await provider.deliverEvents()
    expect(await getRefunded(booked)).toEqual(['succeeded', cents])
  })

  test('sends a refund that the bank returned once more', async () => {
    const booked = await makeBooked('never')
    const cents = await cancel(booked.family, booked, booked.ids.slice(1, 2))
    await provider.deliverEvents()
    expect(await getRefunded(booked)).toEqual(['succeeded', cents])
    await provider.endRefunds()
    expect(await getRefunded(booked)).toEqual(['succeeded', 0])
    await provider.fixCards()
    await app.advance(11)
    await provider.deliverEvents()
    expect(await getRefunded(booked)).toEqual(['succeeded', cents])
  })

  test('counts a slow refund once it has arrived, while a second one follows', async () => {
    const booked = await makeBooked('later')
    const cents = [
      await cancel(booked.family, booked, booked.ids.slice(0, 1)),
      await cancel(booked.caregiver, booked, booked.ids.slice(1, 2)),
    ]
    await provider.deliverEvents()
    await provider.endRefunds()
    expect(await getRefunded(booked)).toEqual(['succeeded', cents.reduce((sum, one) => sum + one)])
  })
})
