/**
 * What each staff role reads of a family and a caregiver in the console. It takes the routes from the running
 * app, so a new read is walked as soon as it exists: one with an id in its path fails the first test until it
 * is given one here.
 *
 * It claims, for every read and every staff role, and for their notifications, mails and sockets, that
 * - a role that may not read it gets a 403;
 * - nothing of a phone number, street, apartment, postal code, part of town, child, note of a visit or
 *   message is in the answer, and an email only in the lists and the record that the rules name;
 * - none of these values but an email can be searched for: no list is longer, and no error different, because
 *   somebody has one;
 * - "Show" and the messages of a booking answer one family's values, to the roles that may see them, write an
 *   audit entry with the reason, and leave all other reads as they were. Without a reason they answer and
 *   write nothing.
 *
 * @see docs/rules/console.md#what-is-read-is-recorded
 */

import { STAFF_ROLES, type StaffRole } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog } from '../../src/features/people/audit/tables.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import { FinalError } from '../../src/platform/jobs/jobs.ts'
import { type Answer, type TestApp, testApp } from '../app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, openHours } from '../factories/availability.ts'
import { makeResult } from '../factories/background-checks.ts'
import { makePaidRequest } from '../factories/bookings.ts'
import { cancelAsPreviewed } from '../factories/cancellations.ts'
import { openNotificationsSocket, type TestSocket, waitForPushes } from '../factories/chat.ts'
import { openDispute } from '../factories/disputes.ts'
import { makeCaregiver, makePicture, toForm } from '../factories/profiles.ts'
import { makeReport, report } from '../factories/reports.ts'
import { makeEndedBooking } from '../factories/reviews.ts'
import { getCallers, getRouteName, listRoutes, type Route } from '../routes.ts'

const PANEL = '/api/admin-panel'

/** What nobody else has. Each is searched for as it is here. */
type Words = ReturnType<typeof makeWords>
const makeWords = (tag: string, digits: string) => ({
  email: `zq.${tag}.mailbox@zorblatt.test`,
  phone: `+1 617 555 ${digits}`,
  street: `${digits} Wombat${tag} Alley`,
  apartment: `Attic${tag}`,
  postalCode: `QX${digits}`,
  neighborhood: `Lower${tag}ham`,
  child: `Zephyr${tag}`,
  childNotes: `Sneezes at xylo${tag}`,
  note: `The key hangs behind the gargoyle ${tag}`,
  message: `Bring the pomegranate lantern ${tag}`,
})
const FIRST = makeWords('quib', '0142')
const SECOND = makeWords('snark', '0187')
const CAREGIVER_EMAIL = 'zq.caregiver.mailbox@zorblatt.test'

/**
 * The lists and the record that name emails, with their exports.
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
const NAMING_EMAILS = [
  'users',
  'users/export',
  'caregivers',
  'caregivers/verification',
  'caregivers/verification/export',
  'requests',
  'requests/export',
  'disputes/:id',
].map((path) => `GET ${PANEL}/${path}`)
/** They are "Show" themselves: each call is recorded. */
const SHOWING = ['bookings/:id/messages', 'reports/:id/messages'].map((path) => `GET ${PANEL}/${path}`)

type Home = { family: TestUser; requestId: number; disputeId: number; messageReport: number }

let app: TestApp
let staff: Record<StaffRole, TestUser>
let sockets: TestSocket[]
let routes: Route[]
let caregiver: TestUser
let first: Home
let second: Home
let reportIds: number[]

beforeAll(async () => {
  app = await testApp()
  routes = listRoutes(app).filter(({ method, path }) => method === 'GET' && path.startsWith(`${PANEL}/`))
  staff = {
    support: await makeUser(app, { role: 'admin', staffRole: 'support' }),
    finance: await makeUser(app, { role: 'admin', staffRole: 'finance' }),
    admin: await makeUser(app, { role: 'admin' }),
  }
  sockets = await Promise.all(STAFF_ROLES.map((role) => openNotificationsSocket(app, staff[role])))
  caregiver = await makeCaregiver(app, { name: 'Cara Giver', email: CAREGIVER_EMAIL, verified: false })
  await caregiver.client.upload('/api/auth/caregiver/documents', await makeId())
  await setStatus('verified')
  for (const day of [7, 8]) await openHours(caregiver, dateIn(app, day))
  first = await makeHome(FIRST, '09')
  second = await makeHome(SECOND, '13')
  reportIds = await fillQueue()
  await app.drain()
  await waitForPushes(app)
})
afterAll(() => app.close())

async function makeId(): Promise<FormData> {
  const content = await makePicture('png')
  return toForm({ gov_id_front: { content, name: 'front.png' }, gov_id_back: { content, name: 'back.png' } })
}

async function setStatus(verification_status: string): Promise<void> {
  const path = `${PANEL}/caregivers/${caregiver.id}/verification`
  expect((await staff.admin.client.post(path, { verification_status })).status).toBe(200)
}

/**
 * A family that fills in all there is, and paid for two visits, of which it canceled one and disputes the
 * other.
 */
async function makeHome(words: Words, hour: string): Promise<Home> {
  const family = await makeUser(app, { role: 'caretaker', fullName: 'Petra Parent', email: words.email })
  await app.drain()
  const { phone, street, apartment, postalCode: postal_code, neighborhood, child, childNotes } = words
  const address = {
    street,
    apartment,
    postal_code,
    neighborhood,
    city: 'Boston',
    country: 'United States' as const,
  }
  const profile = await family.client.put('/api/auth/caretaker/profile', {
    phone_number: phone,
    ...address,
    children: [{ name: child, age: 5, notes: childNotes }],
  })
  expect(profile.status).toBe(200)
  const visit = { children: [profile.body.children[0].id], note: words.note, address }
  const windows = [7, 8].map((day) => ({
    date: dateIn(app, day),
    start: `${hour}:00`,
    end: `${Number(hour) + 2}:00`,
  }))
  const request = await makePaidRequest(app, { caregiver, family, windows, visit })
  const { body: written } = await family.client.post('/api/chat/conversations/create', {
    caregiver_id: caregiver.id,
    text: words.message,
  })
  const conversation = `/api/chat/conversations/${written.conversation.id}/messages`
  await caregiver.client.post(conversation, { text: `And you: ${words.message}` })
  // The words of a reported message are in its report. This one has none of those above.
  const { body: rude } = await family.client.post(conversation, { text: 'You are rude' })
  const messageReport = await makeReport(caregiver, 'message', rude.id)
  const [canceled] = (await family.client.get(`/api/requests/bookings/caretaker/${request.id}`)).body.windows
  await cancelAsPreviewed(family, request, [canceled.booking_id])
  const { body: dispute } = await openDispute(family, request.id)
  return { family, requestId: request.id, disputeId: dispute.id, messageReport }
}

/** Gives each list of the console something about these people. @returns the other reports */
async function fillQueue(): Promise<number[]> {
  const { client } = staff.admin
  const { family, requestId, disputeId } = first
  const day = new Date(app.deps.clock.now().getTime() - DAY_MS)
  for (const by of [caregiver, await makeCaregiver(app)]) {
    const booking_id = await makeEndedBooking(app, { caregiver: by, family, startsAt: day })
    const answers = { booking_id, as_described: true, safe: false, kind: true, note: 'It was loud' }
    expect((await by.client.post('/api/reviews/family-ratings', answers)).status).toBe(201)
    if (by !== caregiver) continue
    const review = { booking_id, rating: 4, comment: 'So kind' }
    expect((await family.client.post('/api/reviews/reviews', review)).status).toBe(201)
  }
  const urgent = await report(caregiver, 'booking', requestId, { reason: 'safety', concern: 'place' })
  const profiles = [
    await makeReport(caregiver, 'profile', family.id),
    await makeReport(family, 'profile', caregiver.id),
  ]
  for (const subject of [`user:${family.id}`, `request:${requestId}`, `dispute:${disputeId}`]) {
    expect((await client.post(`${PANEL}/notes`, { subject, text: 'They called' })).status).toBe(201)
  }
  await client.post(`${PANEL}/disputes/${disputeId}/questions`, { side: 'caretaker', text: 'When was it?' })
  await client.post(`${PANEL}/views`, { screen: 'disputes', name: 'Mine', query: 'assignee=me' })
  await client.post(`${PANEL}/staff/invitations`, { email: 'new@example.test', staff_role: 'support' })
  await makeUser(app, { role: 'admin' })
  await client.post(`${PANEL}/staff/${staff.finance.id}/role`, { staff_role: 'admin' })
  for (const one of [caregiver, await makeCaregiver(app)]) await enterBank(one)
  await makeResult(app, caregiver, 'needs_review')
  await caregiver.client.patch('/api/auth/caregiver/profile', { editable_full_name: 'Clara Newname' })
  await makeCaregiver(app, { verified: false })
  app.deps.jobs.handle('test.letter', async () => {
    throw new FinalError(`No mailbox ${FIRST.email} at ${CAREGIVER_EMAIL}`)
  })
  await withTransaction(app.deps.database, (transaction) => app.deps.jobs.add(transaction, 'test.letter', {}))
  return [urgent.body.id, ...profiles]
}

/** Enters a bank account that is the same for everyone, so that the second one is reviewed. */
async function enterBank({ client }: TestUser): Promise<void> {
  const { body } = await client.post('/api/payouts/onboarding-link')
  const bank = { holder: 'A Caregiver', routing: '110000000', account: '000222222227' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.visitor.post(new URL(body.url).pathname, new URLSearchParams(bank).toString(), form)
  await client.get('/api/payouts/method')
}

/** The paths of the reads that need an id or a filter. A list without an entry is read as it is. */
const PATHS: Record<string, () => string[]> = {
  'people/:id': () => people((id) => `people/${id}`),
  'people/:id/reviews': () => people((id) => `people/${id}/reviews`),
  'people/:id/meetings': () => people((id) => `people/${id}/meetings`),
  'people/:id/sessions': () => people((id) => `people/${id}/sessions`),
  'people/:id/two-step': () => people((id) => `people/${id}/two-step`),
  'people/:id/family-ratings': () => families((id) => `people/${id}/family-ratings`),
  'people/:id/deactivation': () => people((id) => `people/${id}/deactivation`),
  'bookings/:id': () => homes(({ requestId }) => `bookings/${requestId}`),
  'bookings/:id/refund': () => homes(({ requestId }) => `bookings/${requestId}/refund`),
  'bookings/:id/messages': () => homes(({ requestId }) => `bookings/${requestId}/messages?reason=help`),
  'requests/:id/cancellation': () =>
    // The disputed booking can't be canceled, and the refusal is an answer too.
    homes(({ requestId }) => `requests/${requestId}/cancellation?for=caretaker`),
  'disputes/:id': () => homes(({ disputeId }) => `disputes/${disputeId}`),
  'reports/:id': () =>
    [...reportIds, ...homes(({ messageReport }) => messageReport)].map((id) => `reports/${id}`),
  'reports/:id/messages': () => homes(({ messageReport }) => `reports/${messageReport}/messages`),
  'caregivers/:id/verification/neighbors': () => [
    `caregivers/${caregiver.id}/verification/neighbors?status=verified`,
  ],
  'caregivers/verification': () =>
    ['', '?status=verified', '?renewing=true'].map((query) => `caregivers/verification${query}`),
  'caregivers/verification/export': () => ['caregivers/verification/export?status=verified'],
  users: () => ['caretaker', 'caregiver'].map((role) => `users?role=${role}`),
  'users/export': () => ['caretaker', 'caregiver'].map((role) => `users/export?role=${role}`),
  history: () => subjects().map((subject) => `history?subject=${subject}&page_size=100`),
  notes: () => subjects().map((subject) => `notes?subject=${subject}`),
  search: () =>
    ['Petra', 'Cara', 'zq.', FIRST.email, `${first.requestId}`, `DPT-${first.disputeId}`].map(
      (q) => `search?q=${encodeURIComponent(q)}`,
    ),
  views: () => ['views?screen=disputes'],
  jobs: () => ['jobs', 'jobs?state=waiting'],
  audit: () => ['audit?page_size=100'],
}
const homes = <Value>(of: (home: Home) => Value): Value[] => [first, second].map(of)
const families = (of: (id: number) => string) => homes(({ family }) => of(family.id))
const people = (of: (id: number) => string) => [...families(of), of(caregiver.id)]
const subjects = () => [
  ...people((id) => `user:${id}`),
  ...homes(({ requestId }) => `request:${requestId}`),
  ...homes(({ disputeId }) => `dispute:${disputeId}`),
]

const nameOf = ({ path }: Route) => path.slice(PANEL.length + 1)
const pathsOf = (route: Route) =>
  (PATHS[nameOf(route)]?.() ?? [nameOf(route)]).map((path) => `${PANEL}/${path}`)
const mayRead = (route: Route, role: StaffRole) => (getCallers(route) as readonly string[]).includes(role)

/** The values of these words that a text has, also where its digits or its letters are written otherwise. */
function findWords(text: string, words: Words, { isEmailNamed = false } = {}): string[] {
  const plain = text.toLowerCase()
  const digits = text.replace(/[^\d]/g, '')
  return Object.entries(words).flatMap(([kind, word]) => {
    if (kind === 'email') return !isEmailNamed && plain.includes(word.split('@')[0] as string) ? [word] : []
    if (kind === 'phone') return digits.includes(word.replace(/\D/g, '').slice(-7)) ? [word] : []
    return plain.includes(word.toLowerCase()) ? [word] : []
  })
}

/** What is wrong with an answer to a role: anything of the two families, and the caregiver's email. */
function findLeaks(route: Route, text: string): string[] {
  const isEmailNamed = NAMING_EMAILS.includes(getRouteName(route))
  const ofCaregiver = !isEmailNamed && text.includes(CAREGIVER_EMAIL.split('@')[0] as string)
  return [
    ...[FIRST, SECOND].flatMap((words) => findWords(text, words, { isEmailNamed })),
    ...(ofCaregiver ? [CAREGIVER_EMAIL] : []),
  ]
}

const toText = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body))

/** Every read but those that are recorded, by every staff role. @returns what it should not have answered */
async function walk(): Promise<{ wrong: string[]; read: number }> {
  const wrong: string[] = []
  let read = 0
  for (const route of routes) {
    for (const role of STAFF_ROLES) {
      if (SHOWING.includes(getRouteName(route)) && mayRead(route, role)) continue
      for (const path of pathsOf(route)) {
        const answer = await staff[role].client.get(path)
        const expected = mayRead(route, role) ? (path.includes('/cancellation') ? [409] : [200]) : [403]
        read += answer.status === 200 ? 1 : 0
        if (!expected.includes(answer.status))
          wrong.push(`${role} ${path}: ${answer.status} ${toText(answer)}`)
        const leaks = findLeaks(route, toText(answer))
        if (leaks.length > 0) wrong.push(`${role} ${path} has ${leaks.join(', ')}`)
      }
    }
  }
  return { wrong, read }
}

it('knows an id for every read that needs one, and no read that is gone', () => {
  const names = routes.map(nameOf)
  expect(routes.length).toBeGreaterThan(40)
  expect(names.filter((name) => name.includes(':') && !PATHS[name])).toEqual([])
  expect(Object.keys(PATHS).filter((name) => !names.includes(name))).toEqual([])
  expect([...NAMING_EMAILS, ...SHOWING].filter((name) => !routes.map(getRouteName).includes(name))).toEqual(
    [],
  )
})

it('has something about these people in its lists, so that there is something to mask', async () => {
  const { body: queue } = await staff.admin.client.get(`${PANEL}/queue`)
  expect(queue.results.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining([
      'safety_reports',
      'verifications',
      'changes',
      'background_checks',
      'reports',
      'family_patterns',
      'disputes',
      'staff_changes',
      'bank_reviews',
      'failed_jobs',
    ]),
  )
  for (const list of ['payments', 'refunds', 'requests', 'disputes', 'reports', 'audit', 'jobs', 'notes']) {
    const query = list === 'notes' ? `?subject=user:${first.family.id}` : ''
    const { body } = await staff.admin.client.get(`${PANEL}/${list}${query}`)
    expect([list, body.count > 0]).toEqual([list, true])
  }
  const record = (await staff.support.client.get(`${PANEL}/people/${first.family.id}`)).body
  expect(record.email).toBe('z•••@zorblatt.test')
  expect(record.phone_number).toBe('••• 42')
  expect(record.family).toMatchObject({
    street: '•••',
    postal_code: '•••',
    children: 1,
  })
})

it('masks everything in every read of every staff role, and refuses what a role may not read', async () => {
  const { wrong, read } = await walk()
  expect(wrong).toEqual([])
  expect(read).toBeGreaterThan(100)
})

it('tells staff none of it by notification, mail or socket', async () => {
  for (const role of STAFF_ROLES) {
    const { body } = await staff[role].client.get('/api/notifications?status=all')
    const text = JSON.stringify([body, await listEmailsTo(app, staff[role].email)])
    expect(text.length).toBeGreaterThan(100)
    for (const words of [FIRST, SECOND]) expect(findWords(text, words)).toEqual([])
    expect(text).not.toContain(CAREGIVER_EMAIL)
  }
  const frames = JSON.stringify(sockets.map((socket) => socket.frames))
  expect(frames).toContain('notification.created')
  for (const words of [FIRST, SECOND]) expect(findWords(frames, words)).toEqual([])
})

it('finds nobody by a masked value, and answers as for a value that nobody has', async () => {
  const { email: _, ...masked } = FIRST
  const nobody = makeWords('nobody', '0199')
  let searched = 0
  for (const route of routes) {
    const name = nameOf(route)
    // An export has its list's filters, and keeps what was searched for in the audit log.
    if (name.includes(':') || name.endsWith('/export')) continue
    for (const role of STAFF_ROLES.filter((one) => mayRead(route, one))) {
      const ask = (q: string) => {
        const [path] = name === 'search' ? [`${PANEL}/search`] : pathsOf(route)
        const separator = path?.includes('?') ? '&' : '?'
        return staff[role].client.get(`${path}${separator}q=${encodeURIComponent(q)}`)
      }
      // A list without this filter refuses it.
      if ((await ask('x')).status !== 200) continue
      searched += 1
      const texts = [...Object.entries(masked), ['digits', FIRST.phone.replace(/\D/g, '')] as const]
      for (const [kind, q] of texts) {
        const other = kind === 'digits' ? nobody.phone.replace(/\D/g, '') : nobody[kind as keyof Words]
        const [found, missing] = [await ask(q), await ask(other)]
        expect([name, role, kind, toText(found)]).toEqual([name, role, kind, toText(missing)])
      }
    }
  }
  expect(searched).toBeGreaterThan(20)
})

it('shows one family’s contact, visit and messages to those who may see them, recorded with the reason, and nothing else', async () => {
  const { family, requestId } = first
  const contact = `${PANEL}/people/${family.id}/contact/show`
  const visit = `${PANEL}/bookings/${requestId}/visit/show`
  const messages = `${PANEL}/bookings/${requestId}/messages`
  const countEntries = () => app.deps.database.$count(auditLog)
  const before = await countEntries()
  for (const { client } of [staff.support, staff.admin]) {
    const refused = [await client.post(contact, {}), await client.post(visit, {}), await client.get(messages)]
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { reason: ['Choose a reason'] } })
      expect(findWords(toText(answer), FIRST)).toEqual([])
    }
  }
  expect(await countEntries()).toBe(before)

  const { email, phone, street, apartment, postalCode, neighborhood, child, note, message } = FIRST
  const shown: Record<StaffRole, Record<'contact' | 'visit' | 'messages', string[] | 403>> = {
    support: {
      contact: [email, phone, street, apartment, postalCode],
      visit: [street, apartment, postalCode, neighborhood, child, note],
      messages: [message],
    },
    finance: { contact: [email], visit: 403, messages: 403 },
    admin: {
      contact: [email, phone, street, apartment, postalCode],
      visit: [street, apartment, postalCode, neighborhood, child, note],
      messages: [message],
    },
  }
  const calls = {
    contact: (by: TestUser) => by.client.post(contact, { reason: 'legal' }),
    visit: (by: TestUser) => by.client.post(visit, { reason: 'legal' }),
    messages: (by: TestUser) => by.client.get(`${messages}?reason=legal`),
  }
  const entries = { contact: 'contact.opened', visit: 'visit.opened', messages: 'messages.opened' } as const
  for (const role of STAFF_ROLES) {
    for (const what of ['contact', 'visit', 'messages'] as const) {
      const answer = await calls[what](staff[role])
      const expected = shown[role][what]
      const words = findWords(toText(answer), FIRST).sort()
      expect([role, what, answer.status, words]).toEqual(
        expected === 403 ? [role, what, 403, []] : [role, what, 200, [...expected].sort()],
      )
      expect(findWords(toText(answer), SECOND)).toEqual([])
      if (expected === 403) continue
      const subject = what === 'contact' ? `user:${family.id}` : `request:${requestId}`
      const query = `action=${entries[what]}&subject=${subject}&actor_id=${staff[role].id}`
      const { body: audited } = await staff.admin.client.get(`${PANEL}/audit?${query}`)
      expect([role, what, audited.count]).toEqual([role, what, 1])
      expect(audited.results[0]).toMatchObject({ actor: { id: staff[role].id }, after: { reason: 'legal' } })
    }
  }
})

it('records the messages around a reported one, which are of its conversation alone', async () => {
  const path = `${PANEL}/reports/${first.messageReport}/messages`
  expect((await staff.finance.client.get(path)).status).toBe(403)
  const answer = await staff.support.client.get(path)
  expect([answer.status, findWords(toText(answer), FIRST)]).toEqual([200, [FIRST.message]])
  expect(findWords(toText(answer), SECOND)).toEqual([])
  const { body } = await staff.admin.client.get(
    `${PANEL}/audit?action=messages.opened&actor_id=${staff.support.id}`,
  )
  expect(body.results[0]).toMatchObject({
    subject: `report:${first.messageReport}`,
    actor: { id: staff.support.id },
  })
})

it('is masked again in every other read after that', async () => {
  expect((await walk()).wrong).toEqual([])
})
