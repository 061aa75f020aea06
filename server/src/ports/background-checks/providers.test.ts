/** What each provider must do. @see docs/rules/background-checks.md#another-provider */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHECK_PROVIDERS, type CheckProvider } from '../../../test/factories/check-providers.ts'
import type { BackgroundCheckProvider, OpenedCheck } from './port.ts'

const PERSON = { name: 'Clara Carer', birthDate: '1990-05-04' }
const NO_RESULT = { completedAt: null, reportUrl: null, person: null }

describe.each(Object.entries(CHECK_PROVIDERS))('%s', (name, openProvider) => {
  let atProvider: CheckProvider
  let provider: BackgroundCheckProvider
  let lastNumber = 0
  beforeAll(async () => {
    atProvider = await openProvider()
    provider = atProvider.app.deps.backgroundChecks as BackgroundCheckProvider
  })
  afterAll(() => atProvider.close())

  const open = (checkId = ++lastNumber): Promise<OpenedCheck> =>
    provider.open({ checkId, returnUrl: `${atProvider.app.url}/caregiver/profile` }, `check-${checkId}`)

  it('has the key of its setting, a name, a list of what is checked, and a help page', () => {
    expect(provider.key).toBe(name)
    expect(provider.key).toMatch(/^[a-z]+$/)
    expect(provider.name).not.toBe('')
    expect(provider.checked.length).toBeGreaterThan(0)
    expect(new Set(provider.checked).size).toBe(provider.checked.length)
    expect(URL.canParse(provider.helpUrl())).toBe(true)
  })

  it('opens one check per key, with a page for the person', async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(1_000)))
    expect(new Set(opened.map(({ reference }) => reference)).size).toBe(1)
    expect(URL.canParse(opened[0]?.pageUrl ?? '')).toBe(true)
    expect((await open(1_001)).reference).not.toBe(opened[0]?.reference)
  })

  it('has no result while its page waits, and none once the page is closed', async () => {
    const { reference } = await open()
    expect(await provider.read(reference)).toEqual({ ...NO_RESULT, result: 'waiting' })
    await atProvider.expirePages()
    const expired = await provider.read(reference)
    expect(expired).toEqual({ ...NO_RESULT, result: 'expired', completedAt: expect.any(Date) })
  })

  it.each(['clear', 'needs_review'] as const)(
    'reports the result %s with its time, the report and the person',
    async (result) => {
      const opened = await open()
      await atProvider.finish(opened, result, PERSON)
      const state = await provider.read(opened.reference)
      expect(state).toEqual({
        result,
        completedAt: expect.any(Date),
        reportUrl: expect.stringMatching(/^https?:/),
        person: PERSON,
      })
    },
  )

  it('reports a check that can’t be completed, without a report or a person', async () => {
    const opened = await open()
    await atProvider.finish(opened, 'canceled', PERSON)
    const canceled = await provider.read(opened.reference)
    expect(canceled).toEqual({ ...NO_RESULT, result: 'canceled', completedAt: expect.any(Date) })
  })

  it('reports what the provider corrects or finds later', async () => {
    const opened = await open()
    await atProvider.finish(opened, 'needs_review', PERSON)
    for (const result of ['clear', 'needs_review'] as const) {
      await atProvider.change(opened.reference, result)
      expect(await provider.read(opened.reference)).toMatchObject({ result, person: PERSON })
    }
  })

  it('fails for an unknown check', async () => {
    await expect(provider.read('nothing')).rejects.toThrow()
  })

  it('reads its own webhooks, and refuses those that are changed, unsigned or older than 5 minutes', async () => {
    const { reference } = await open()
    const now = Math.floor(Date.now() / 1_000)
    const { rawBody, headers } = atProvider.makeWebhook(reference, now)
    expect(provider.readEvent(rawBody, headers)).toEqual({
      id: expect.stringMatching(/./),
      type: expect.any(String),
      reference,
    })
    const old = atProvider.makeWebhook(reference, now - 360)
    for (const [body, sent] of [
      [Buffer.concat([rawBody, Buffer.from(' ')]), headers],
      [rawBody, {}],
      [old.rawBody, old.headers],
    ] as const) {
      expect(() => provider.readEvent(body, sent)).toThrow(expect.objectContaining({ status: 400 }))
    }
  })
})
