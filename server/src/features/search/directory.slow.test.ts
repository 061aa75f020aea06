/** How much of the directory a visitor can read. @see docs/rules/profiles-and-files.md#search */
import type { RenderPage } from '@tendwell/contract/rendering'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { createMemoryPageCache } from '../../platform/pages/cache.ts'
import { createPageRenderer } from '../../platform/pages/renderer.ts'

const SEARCHES_PER_MINUTE = 30

/** Limits are counted in memory, so each of these tests has a product of its own. */
async function withLimits(test: (app: TestApp) => Promise<void>): Promise<void> {
  const limited = await testApp({ RATE_LIMITS: 'on' })
  await test(limited).finally(() => limited.close())
}

let app: TestApp
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  family = await makeUser(app, { role: 'caretaker' })
})
afterAll(() => app.close())

const search = (query = '') => `/api/auth/caregivers?${query}`

it.each([25, 100])('refuses a visitor a page of %i caregivers', async (size) => {
  const { status, body } = await app.visitor.get(search(`page_size=${size}`))
  expect([status, body.page_size]).toEqual([400, ['Page size must be from 1 to 24. Log in for up to 100']])
  expect(body.results).toBeUndefined()
})

it('gives a visitor 24 a page, and someone who is logged in 100', async () => {
  expect((await app.visitor.get(search('page_size=24'))).status).toBe(200)
  expect((await family.client.get(search('page_size=100'))).status).toBe(200)
  expect((await family.client.get(search('page_size=101'))).status).toBe(400)
})

it('treats a token that is not valid as none', async () => {
  const stranger = createClient(app.url, `${family.token}x`)
  expect((await stranger.get(search('page_size=24'))).status).toBe(200)
  expect((await stranger.get(search('page_size=25'))).status).toBe(400)
})

it('refuses the 31st search of a network within a minute and says when to try again', () =>
  withLimits(async (limited) => {
    const calls = Array.from({ length: SEARCHES_PER_MINUTE + 5 }, (_, page) =>
      limited.visitor.get(search(`page=${page + 1}`)),
    )
    const answers = await Promise.all(calls)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SEARCHES_PER_MINUTE)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.body).toEqual({
      detail: 'Too many searches. Log in, or try again in a minute',
      code: 'too_many_requests',
      request_id: expect.any(String),
    })
    const wait = Number(refused[0]?.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    // Other calls have their own limit.
    expect((await limited.visitor.get('/api/auth/settings')).status).toBe(200)

    // A forged token is no way around it, and a person who is logged in is not limited by their network.
    expect((await createClient(limited.url, 'forged').get(search())).status).toBe(429)
    const person = await makeUser(limited, { role: 'caretaker' })
    const own = Array.from({ length: SEARCHES_PER_MINUTE + 5 }, () => person.client.get(search()))
    expect((await Promise.all(own)).map(({ status }) => status)).toEqual(own.map(() => 200))
  }))

it('counts the searches of rendered pages for the visitor who opens them', () =>
  withLimits(async (limited) => {
    const statuses: number[] = []
    const renderPage: RenderPage = async ({ url, fetchApi }) => {
      statuses.push((await fetchApi(search(new URL(url, limited.url).search.slice(1)))).status)
      return { status: 200, head: '', body: '', state: null }
    }
    const render = createPageRenderer(limited.app, {
      template: '',
      manifest: {},
      publicUrl: () => limited.url,
      cache: createMemoryPageCache(),
      ttlMs: 60_000,
      loadBuild: async () => ({ renderPage }),
    })
    const open = (page: number, ip = '127.0.0.1') =>
      render({ id: 'a', url: `/caregivers?page=${page}`, ip, headers: {} } as FastifyRequest)
    for (let page = 1; page <= SEARCHES_PER_MINUTE + 1; page += 1) await open(page)
    expect(statuses).toEqual([...Array(SEARCHES_PER_MINUTE).fill(200), 429])
    expect((await limited.visitor.get(search())).status).toBe(429)
    // The refused page was not kept for others; the pages before it were.
    await open(SEARCHES_PER_MINUTE + 1, '203.0.113.7')
    expect(statuses.at(-1)).toBe(200)
    await open(1, '203.0.113.7')
    expect(statuses).toHaveLength(SEARCHES_PER_MINUTE + 2)
  }))

it('has no limit where limits are switched off', async () => {
  const calls = Array.from({ length: SEARCHES_PER_MINUTE + 5 }, () => app.visitor.get(search()))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
})
