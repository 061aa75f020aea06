/**
 * With PUBLIC_NAMES=initial, strangers don't learn a caregiver's surname.
 * @see docs/rules/profiles-and-files.md#names-in-public
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from './app.ts'
import { listEmailsTo, makeUser, type TestUser } from './factories/accounts.ts'
import { dateIn, openHours } from './factories/availability.ts'
import { block } from './factories/blocks.ts'
import { insertPaidRequest } from './factories/booked.ts'
import { answerRequest, checkout, makeRequest, type TestRequest } from './factories/bookings.ts'
import { cancelAsPreviewed } from './factories/cancellations.ts'
import { makeConversation } from './factories/chat.ts'
import { makeCaregiver, makeFamily, setVerificationStatus } from './factories/profiles.ts'
import { report } from './factories/reports.ts'
import { getCallers, listRoutes } from './routes.ts'

const SURNAME = /Zyxwvut/i
const SHORT = 'Clara Z.'
const FULL = 'Clara Zyxwvut'

let app: TestApp
let caregiver: TestUser
let family: TestUser
let otherFamily: TestUser
let blockingFamily: TestUser
let admin: TestUser
let away: TestUser
let request: TestRequest
let paths: string[]

beforeAll(async () => {
  app = await testApp({ PUBLIC_NAMES: 'initial' })
  caregiver = await makeCaregiver(app, { name: FULL })
  ;[family, otherFamily, blockingFamily] = [
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
  ]
  admin = await makeUser(app, { role: 'admin' })
  away = await makeCaregiver(app, { name: 'Bea Bookable' })
  const date = dateIn(app, 7)
  for (const one of [caregiver, away]) await openHours(one, date)
  const at = (start: string, end: string) => ({ family, caregiver, windows: [{ date, start, end }] })
  const lost = await insertPaidRequest(app, { ...at('09:00', '10:00'), caregiver: away })
  await cancelAsPreviewed(away, lost)
  request = await makeRequest(app, at('11:00', '12:00'))
  const rejected = await makeRequest(app, at('13:00', '14:00'))
  await answerRequest(caregiver, rejected.id, 'rejected')
  const { id: conversation } = await makeConversation(app, { caregiver, family })
  await caregiver.client.post(`/api/chat/conversations/${conversation}/messages`, { text: 'Hello to you' })
  await makeConversation(app, { caregiver, family: blockingFamily })
  const { status, body } = await report(blockingFamily, 'profile', caregiver.id)
  expect([status, body.blockable.full_name]).toEqual([201, SHORT])
  expect((await block(blockingFamily, caregiver)).status).toBeLessThan(300)
  expect((await family.client.put(`/api/favorites/${caregiver.id}`)).status).toBeLessThan(300)
  await app.advance(10)
  await app.drain()
  const ids = [caregiver.id, request.id, rejected.id, lost.id, conversation]
  paths = listPaths(ids)
})
afterAll(() => app.close())

/** Every read that a visitor or a family may do, with each of these ids. */
function listPaths(ids: readonly number[]): string[] {
  const isTheirs = (callers: ReturnType<typeof getCallers>) =>
    callers === 'everyone' || (callers !== 'socket' && callers.includes('caretaker'))
  const found = listRoutes(app).filter((route) => route.method === 'GET' && isTheirs(getCallers(route)))
  const routes = found.map(({ path }) => path).filter((path) => !/^\/(dev|sandbox|assets|\*)/.test(path))
  const filled = routes.flatMap((path) =>
    path.includes(':') ? ids.map((id) => path.replace(/:\w+/, `${id}`)) : path,
  )
  const month = `/api/availability/month?caregiver=${caregiver.id}&month=${dateIn(app, 7).slice(0, 7)}`
  // The pages are there if the web app is built.
  const pages = ['/', '/caregivers', `/caregivers/${caregiver.id}`]
  return [...new Set([...filled, '/api/notifications?status=all', month, ...pages])]
}

async function read(client: Client): Promise<string> {
  const answers: { path: string; status: number; body: unknown }[] = []
  for (const path of paths) {
    const { status, body } = await client.get(path)
    answers.push({ path, status, body })
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  return JSON.stringify(answers)
}

const readMails = async ({ email }: TestUser) => JSON.stringify(await listEmailsTo(app, email))
const search = async (client: Client, q: string): Promise<string[]> => {
  const { body } = await client.get(`/api/auth/caregivers?q=${encodeURIComponent(q)}`)
  return body.results.map(({ full_name }: { full_name: string }) => full_name)
}
const readNames = async ({ client }: Pick<TestUser, 'client'>): Promise<string[]> => {
  const { body } = await client.get(`/api/auth/caregivers/${caregiver.id}`)
  return [body.full_name, ...(await search(client, 'Clara'))]
}

test('no read of a visitor, a family or another caregiver, and no mail, has the surname of a caregiver before they accept a request', async () => {
  for (const client of [app.visitor, family.client, otherFamily.client, blockingFamily.client, away.client]) {
    expect(await read(client)).not.toMatch(SURNAME)
  }
  expect(await read(app.visitor)).toContain(SHORT)
  const own = JSON.parse(await read(family.client)) as { path: string; body: unknown }[]
  const naming = own.filter(({ body }) => JSON.stringify(body).includes(SHORT)).map(({ path }) => path)
  expect(naming).toEqual(
    expect.arrayContaining([
      '/api/auth/caregivers',
      `/api/auth/caregivers/${caregiver.id}`,
      '/api/favorites',
      '/api/requests/mine',
      `/api/requests/${request.id}`,
      '/api/chat/conversations',
      '/api/notifications',
    ]),
  )
  expect(naming.some((path) => path.endsWith('/backup-caregivers'))).toBe(true)
  const { body: blocked } = await blockingFamily.client.get('/api/blocks')
  expect(blocked.results).toMatchObject([{ full_name: SHORT }])
  const mails = await readMails(family)
  expect(mails).toContain(SHORT)
  expect(mails).not.toMatch(SURNAME)
})

test('a search finds the first name and the initial, and tells nothing by the surname', async () => {
  for (const q of ['Clara', 'clara z', 'Clara Z.']) expect(await search(app.visitor, q)).toEqual([SHORT])
  for (const q of ['Zyxwvut', 'zyx', 'Clara Zyxwvut', '"Clara Zyxwvut"']) {
    for (const client of [app.visitor, family.client, admin.client])
      expect(await search(client, q)).toEqual([])
  }
  expect(await search(app.visitor, 'Clara -Zyxwvut')).toEqual([SHORT])
})

test('the caregiver and staff read the full name', async () => {
  expect(await readNames(caregiver)).toEqual([FULL, FULL])
  expect(await readNames(admin)).toEqual([FULL, FULL])
  const { body } = await caregiver.client.get('/api/auth/caregiver/profile')
  expect([body.full_name, body.hides_surname]).toEqual([FULL, true])
})

test('a new name is shortened too', async () => {
  const renamed = await makeCaregiver(app, { name: 'Dora Zyxwvut', verified: false })
  const { status } = await renamed.client.patch('/api/auth/caregiver/profile', {
    editable_full_name: 'Edda Qwertz',
  })
  expect(status).toBe(200)
  await setVerificationStatus(app, renamed.id, 'verified')
  expect([await search(app.visitor, 'Edda'), await search(app.visitor, 'Qwertz')]).toEqual([['Edda Q.'], []])
})

test('the family of an accepted request reads the full name, also after it withdraws; nobody else does', async () => {
  expect((await answerRequest(caregiver, request.id, 'accepted')).status).toBe(200)
  await app.drain()
  const isShown = async () => {
    const { body: own } = await family.client.get(`/api/requests/${request.id}`)
    const { body: list } = await family.client.get('/api/chat/conversations')
    const { body: favorites } = await family.client.get('/api/favorites')
    const names = [own.caregiver_name, list.results[0].caregiver.full_name, favorites.results[0].full_name]
    expect([...names, ...(await readNames(family))]).toEqual([FULL, FULL, FULL, FULL, FULL])
  }
  await isShown()
  expect(await readMails(family)).toContain(`${FULL} accepted your request`)
  await checkout(request)
  expect((await family.client.post(`/api/requests/${request.id}/withdraw`)).status).toBe(200)
  await isShown()
  await app.drain()
  for (const client of [app.visitor, otherFamily.client, blockingFamily.client]) {
    expect(await read(client)).not.toMatch(SURNAME)
  }
})

test('a start with another setting changes all names and what the search finds', async () => {
  const settings = { DATA_DIR: app.deps.config.dataDir }
  const read = async (publicNames: string) => {
    const next = await testApp({ ...settings, PUBLIC_NAMES: publicNames }, { databaseUrl: app.databaseUrl })
    const names = [await search(next.visitor, 'Clara'), await search(next.visitor, 'Zyxwvut')]
    await next.close()
    return names
  }
  expect(await read('full')).toEqual([[FULL], [FULL]])
  expect(await read('initial')).toEqual([[SHORT], []])
})
