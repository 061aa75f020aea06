import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listEmailsTo,
  logIn,
  PASSWORD,
  refreshSession,
  requestResetToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { getFeedUrl } from '../../../../test/factories/calendars.ts'
import { logInAgain, makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ADDRESS = /^http:\/\/[^/]+\/calendars\/[\w-]{43}\.ics$/

it('gives each person an address of their own, the same at every look', async () => {
  const [family, caregiver] = [await makeFamily(app), await makeCaregiver(app)]
  const first = await family.client.get('/api/calendars/feed')
  expect(first).toMatchObject({ status: 200, body: { url: expect.stringMatching(ADDRESS) } })
  const looks = await Promise.all([1, 2, 3].map(() => caregiver.client.get('/api/calendars/feed')))
  expect(new Set(looks.map(({ body }) => body.url)).size).toBe(1)
  expect((await family.client.get('/api/calendars/feed')).body).toEqual(first.body)
  expect(looks[0]?.body.url).not.toBe(first.body.url)
})

const read = (url: string) => fetch(url).then(({ status }) => status)
const ENDED_SUBJECT = 'Subscribe to your Tendwell calendar again'
const listNotices = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email)).filter(({ subject }) => subject === ENDED_SUBJECT)
/** The token of the latest mailed link to a page. A signed link's token has dots. */
const findToken = async (email: string, page: string) => {
  const mails = await listEmailsTo(app, email)
  return mails.flatMap(({ text }) => new RegExp(`/${page}\\?token=(\\S+)`).exec(text)?.[1] ?? []).at(-1)
}
const changePassword = ({ client }: TestUser) => {
  const password = 'another long word 7'
  const body = { current_password: PASSWORD, password, confirm_password: password }
  return client.post('/api/auth/password/change', body)
}
const endSession = async ({ client }: TestUser, isCurrent: boolean) => {
  const { body } = await client.get('/api/auth/sessions')
  const session = body.results.find(({ is_current }: { is_current: boolean }) => is_current === isCurrent)
  return client.delete(`/api/auth/sessions/${session.id}`)
}

it.each([
  [
    'a password reset',
    async ({ email }: TestUser) => {
      const token = await requestResetToken(app, email)
      const password = 'another long word 7'
      return app.visitor.post('/api/auth/password/reset/confirm', {
        token,
        password,
        confirm_password: password,
      })
    },
  ],
  ['a changed password', changePassword],
  [
    '“This wasn’t me” in the mail about a login',
    async ({ email }: TestUser) => {
      const token = await findToken(email, 'end-session')
      return app.visitor.post('/api/auth/sessions/end', { token })
    },
  ],
  [
    '“This wasn’t me” in the mail about a change',
    async (owner: TestUser) => {
      await changePassword(owner)
      // The thief reads the new address after the change.
      await getFeedUrl(owner.client)
      const token = await findToken(owner.email, 'not-me')
      return app.visitor.post('/api/auth/not-me', { token })
    },
  ],
  ['the end of another device’s session', (owner: TestUser) => endSession(owner, false)],
  [
    'a refresh token that is used twice',
    async ({ refresh }: TestUser) => {
      const { body: next } = await refreshSession(app, refresh)
      await app.advance(1)
      expect((await refreshSession(app, refresh)).status).toBe(401)
      expect((await refreshSession(app, next.refresh)).status).toBe(401)
      return { status: 200 }
    },
  ],
])('ends with %s, and the owner is mailed', async (_, act) => {
  const owner = await makeFamily(app)
  const { body: elsewhere } = await logIn(app, owner.email)
  const stolen = await getFeedUrl(app.withToken(elsewhere.access))
  expect(await read(stolen)).toBe(200)
  expect(await listNotices(owner)).toEqual([])
  expect((await act(owner)).status).toBeLessThan(300)
  await app.drain()
  expect(await read(stolen)).toBe(404)
  expect((await listNotices(owner)).length).toBeGreaterThan(0)
  const again = await getFeedUrl(await logInAgain(app, owner))
  expect(again).not.toBe(stolen)
  expect(await read(again)).toBe(200)
})

it('stays with a token that two tabs use at once', async () => {
  const owner = await makeFamily(app)
  const url = await getFeedUrl(owner.client)
  for (const _ of [1, 2]) expect((await refreshSession(app, owner.refresh)).status).toBe(200)
  await app.drain()
  expect(await read(url)).toBe(200)
  expect(await listNotices(owner)).toEqual([])
})

it('stays with a logout and a suspension, and nobody without an address is mailed', async () => {
  const [owner, other] = [await makeFamily(app), await makeFamily(app)]
  const url = await getFeedUrl(owner.client)
  expect((await endSession(owner, true)).status).toBe(204)
  await app.drain()
  expect(await read(url)).toBe(200)
  await setActive(app, owner.id, false)
  await app.drain()
  expect(await read(url)).toBe(404)
  await setActive(app, owner.id, true)
  expect(await read(url)).toBe(200)
  expect((await changePassword(other)).status).toBe(200)
  for (const person of [owner, other]) expect(await listNotices(person)).toEqual([])
})

it('is shown and renewed only after a recent proof', async () => {
  const { client } = await makeFamily(app)
  const url = await getFeedUrl(client)
  await app.advance(11)
  for (const answer of [
    await client.get('/api/calendars/feed'),
    await client.post('/api/calendars/feed/renew'),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
    expect(JSON.stringify(answer.body)).not.toContain('/calendars/')
  }
  expect(await read(url)).toBe(200)
})
