/** @see docs/rules/profiles-and-files.md#saved-searches */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { logInAgain, makeCaregiver, makeFamily, setActive } from '../../../../test/factories/profiles.ts'
import { blocks } from '../../blocks/tables.ts'
import { lookForMatches } from './matches.ts'

const PATH = '/api/saved-searches'
const SUBJECT = /^New matches/

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const save = ({ client }: TestUser, search: object) => client.post(PATH, search)
const list = async ({ client }: TestUser) => (await client.get(PATH)).body.searches

/** The mails about new matches so far. */
async function listMails({ email }: TestUser) {
  return (await listEmailsTo(app, email)).filter(({ subject }) => SUBJECT.test(subject))
}

/** Lets a day pass, and runs the searches on two nodes at once. */
async function lookTomorrow(families: TestUser[], minutes = MINUTES_PER_DAY) {
  await app.advance(minutes)
  await Promise.all([lookForMatches(app.deps), lookForMatches(app.deps)])
  await app.drain()
  for (const family of families) family.client = await logInAgain(app, family)
}

it('mails who is new, once a day for all searches', async () => {
  const family = await makeFamily(app)
  const other = await makeFamily(app)
  const free = await makeListedCaregiver(app)
  const date = dateIn(app, 5)
  await makeCaregiver(app, { skills: ['Zither'] })
  for (const search of [{ skills: 'Zither' }, { available_on: date }]) await save(family, search)
  await save(other, { skills: 'Zither' })
  await lookTomorrow([family, other, free])
  expect(await listMails(family), 'no one new').toEqual([])

  const blocked = await makeCaregiver(app, { skills: ['Zither'] })
  await app.deps.database
    .insert(blocks)
    .values({ blockerId: blocked.id, blockedId: other.id, reason: 'other', createdAt: app.deps.clock.now() })
  await openHours(free, date)
  await lookTomorrow([family, other], MINUTES_PER_DAY - 1)
  expect(await listMails(family), 'less than a day later').toEqual([])
  await lookTomorrow([family, other], 1)
  const [mail, ...more] = await listMails(family)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('New matches for your saved searches')
  expect(mail?.text).toContain('Caregivers with Zither')
  expect(mail?.text).toMatch(/1 new match: Caregivers on /)
  expect(mail?.unsubscribeUrl).toContain('/api/notifications/unsubscribe')
  expect(await listMails(other), 'a block').toEqual([])

  await lookTomorrow([family, other])
  expect(await listMails(family), 'they are known by now').toHaveLength(1)
})

it('ends a search with its day, and looks for no one who is away', async () => {
  const family = await makeFamily(app)
  const away = await makeFamily(app)
  const date = dateIn(app, 1)
  await save(family, { available_on: date, timezone: 'UTC' })
  await save(away, { skills: 'Accordion' })
  await setActive(app, away.id, false)
  await makeCaregiver(app, { skills: ['Accordion'] })
  await lookTomorrow([family], 3 * MINUTES_PER_DAY)
  expect(await list(family)).toMatchObject([{ is_over: true }])
  for (const person of [family, away]) expect(await listMails(person)).toEqual([])
  await lookTomorrow([family], 30 * MINUTES_PER_DAY)
  expect(await list(family)).toEqual([])
})
