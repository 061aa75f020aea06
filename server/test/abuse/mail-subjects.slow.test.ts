import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../src/features/people/index.ts'
import { caregiverProfiles } from '../../src/features/profiles/index.ts'
import { createSmtpMailer } from '../../src/ports/mailer/smtp.ts'
import { mailbox } from '../../src/ports/mailer/tables.ts'
import { type TestApp, testApp } from '../app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../factories/availability.ts'
import {
  answerRequest,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
} from '../factories/bookings.ts'
import { openDispute, REASON } from '../factories/disputes.ts'
import { makeEndedBooking } from '../factories/reviews.ts'

let app: TestApp
let caregiver: TestUser
let family: TestUser
beforeAll(async () => {
  app = await testApp()
  caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, dateIn(app, 7))
  family = await makeFamily(app)
  await makeUser(app, { role: 'admin' })
  const { database } = app.deps
  await database.update(users).set({ fullName: 'Zebulon Quark' }).where(eq(users.id, family.id))
  await database.update(users).set({ fullName: 'Yolanda Quill' }).where(eq(users.id, caregiver.id))
  await database.update(caregiverProfiles).set({ fullName: 'Yolanda Quill' })
})
afterAll(() => app.close())

/** Everything that the two do and that we mail about. */
async function useTheProduct(): Promise<void> {
  const at = (hour: number) => ({
    caregiver,
    family,
    windows: [{ date: dateIn(app, 7), start: `${hour}:00`, end: `${hour + 1}:00` }],
  })
  await answerRequest(caregiver, (await makeRequest(app, at(10))).id, 'rejected')
  await makeRequest(app, at(13))
  await makeAcceptedRequest(app, at(11))
  // Takes the hours of the request before.
  const paid = await makePaidRequest(app, { ...at(11), family: await makeFamily(app) })
  const own = await makePaidRequest(app, at(12))
  await openDispute(family, own.id)
  await openDispute(paid.family, paid.id)
  const startsAt = new Date(app.deps.clock.now().getTime() - 3 * 86_400_000)
  const bookingId = await makeEndedBooking(app, { caregiver, family, startsAt })
  await family.client.post('/api/reviews/reviews', {
    booking_id: bookingId,
    rating: 1,
    comment: 'Loud wombats',
  })
  const first = { caregiver_id: caregiver.id, text: 'Quiet wombats' }
  await family.client.post('/api/chat/conversations/create', first)
  await app.visitor.post('/api/contact', {
    name: 'Zebulon Quark',
    email: 'zebulon@visitor.example',
    subject: 'Your account is suspended',
    message: 'Tall wombats',
  })
  await app.advance(12)
}

it('has no text of a user in a subject but the first name of somebody the reader deals with', async () => {
  await useTheProduct()
  const emails = await app.deps.database.select().from(mailbox)
  const subjects = emails.map(({ subject }) => subject)
  for (const { subject } of emails) {
    expect(subject).not.toMatch(/Quark|Quill|wombats|suspended/)
    expect(subject).not.toContain(REASON)
    expect(subject).not.toMatch(/[\r\n⟦⟧]/)
  }
  // Staff and the owner of an account read no name of others, and nothing is left to fill in.
  for (const { subject, recipient } of emails) {
    if (recipient === family.email) expect(subject).not.toContain('Zebulon')
    if (recipient === caregiver.email) expect(subject).not.toContain('Yolanda')
  }
  expect(emails.filter(({ text, subject }) => /\w'\w/.test(subject + text))).toEqual([])
  expect(subjects).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Zebulon would like to book you for [A-Z][a-z]{2} \d+$/),
      expect.stringMatching(/^Yolanda declined your request for /),
      expect.stringMatching(/^Yolanda accepted your request for /),
      expect.stringMatching(/^Yolanda is no longer free for /),
      expect.stringMatching(/^Your .+ visit with Yolanda is confirmed$/),
      expect.stringMatching(/^Zebulon reviewed your .+ visit$/),
      'New message from Zebulon (Family)',
      expect.stringMatching(/^Contact form message [0-9a-f]{8}$/),
      expect.stringMatching(/^Dispute DPT-\d+ was opened$/),
      expect.stringMatching(/^Zebulon opened dispute DPT-\d+ about your .+ visit$/),
    ]),
  )
  // The texts themselves still say who it is about.
  expect(emails.some(({ text }) => text.includes('Zebulon Quark sent you a booking request'))).toBe(true)
})

it.each([
  ['Zebulon', 'Zebulon'],
  ['Dr. Zebulon Quark', 'Dr. Zebulon Quark'],
  ['Quark, Zebulon', 'Quark, Zebulon'],
  ['李 明', '李 明'],
  [`The ${'Quark'.repeat(20)} family`, `The ${'Quark'.repeat(7)}…`],
])('calls %s in a subject %s', async (fullName, shown) => {
  const request = await makeRequest(app)
  await app.deps.database.update(users).set({ fullName }).where(eq(users.id, request.family.id))
  const emails = await listEmailsTo(app, request.caregiver.email)
  expect(emails.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(new RegExp(`^${shown} would like to book you for [A-Z][a-z]{2} \\d+$`)),
  )
})

it('refuses line breaks in a header', async () => {
  const mailer = createSmtpMailer('smtp://127.0.0.1:9', 'Tendwell <hello@example.test>')
  const email = { to: 'ada@example.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  for (const field of ['to', 'subject', 'replyTo']) {
    const bad = { ...email, [field]: 'a@example.test\nBcc: all@example.test' }
    await expect(mailer.send(bad)).rejects.toThrow('A mail header has a line break')
  }
})
