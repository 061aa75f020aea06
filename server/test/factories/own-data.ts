/** Two people with something in every table, whose words are found nowhere else. */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { meetings } from '../../src/features/bookings/meetings/tables.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import type { TestApp } from '../app.ts'
import { logIn, makeUser, type TestUser } from './accounts.ts'
import { dateIn, openHours, takeDayOff } from './availability.ts'
import { checkout, makeAcceptedRequest, makePaidRequest, type TestRequest } from './bookings.ts'
import { makeConversation } from './chat.ts'
import { openDispute } from './disputes.ts'
import { logInAgain, makeCaregiver, makePicture, PDF, toForm } from './profiles.ts'

/** A caregiver and a family who had a visit that is paid, over and reviewed, and a dispute that is closed. */
export type Pair = { family: TestUser; caregiver: TestUser; admin: TestUser; request: TestRequest }

/** What names each of the two: no other word of the test has it. */
export const FAMILY_WORDS = {
  first: 'Quillonia',
  last: 'Brandywhistle',
  /** The last name before a change. */
  former: 'Plumberry',
  /** With a part of their name that has two letters. */
  greeting: 'Dearest Jo',
  email: 'quillonia@zanzibar.test',
  phone: '+1 212 555 0187',
  /** The same number as the other side writes it. */
  typedPhone: '(212) 555-0187',
  street: '12 Marzipan Alley',
  child: 'Zephyrine',
}
export const CAREGIVER_WORDS = {
  first: 'Thistlewick',
  last: 'Obergruber',
  /** The last name before a change. */
  former: 'Snorkelby',
  email: 'thistlewick@zanzibar.test',
}

const fullName = ({ first, last }: { first: string; last: string }) =>
  first === FAMILY_WORDS.first ? `${first} Jo ${last}` : `${first} ${last}`
const formerName = ({ first, former }: { first: string; former: string }) => `${first} ${former}`

const must = (answer: { status: number; body: unknown }) => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/**
 * Makes both and lets their visit pass: the money is released and paid out, and nothing is open between them.
 */
export async function makePair(app: TestApp): Promise<Pair> {
  const admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
  // Another one, so that this one is not the last.
  await makeUser(app, { role: 'admin' })
  const family = await makeUser(app, {
    role: 'caretaker',
    fullName: formerName(FAMILY_WORDS),
    email: FAMILY_WORDS.email,
  })
  const caregiver = await makeCaregiver(app, {
    name: formerName(CAREGIVER_WORDS),
    verified: false,
    email: CAREGIVER_WORDS.email,
    timezone: 'UTC',
    description: `I am ${CAREGIVER_WORDS.first}, and I love newborns.`,
  })
  await fillProfiles(app, { family, caregiver })
  const request = await book(app, { family, caregiver })
  await talk(app, { family, caregiver })
  await addMore(app, { family, caregiver, admin, request })
  await app.drain()
  await app.advance(9 * MINUTES_PER_DAY)
  await review(app, { family, caregiver, admin, request })
  await payOut(app, caregiver)
  await app.drain()
  // Long enough ago that nothing is kept as evidence.
  await app.deps.database.execute(sql`UPDATE disputes SET opened_at = opened_at - interval '200 days',
    ended_at = ended_at - interval '200 days'`)
  await app.deps.database.execute(
    sql`UPDATE report_decisions SET decided_at = decided_at - interval '200 days'`,
  )
  await app.deps.database.execute(sql`INSERT INTO email_changes (user_id, new_email, session_id, expires_at)
    VALUES (${family.id}, ${`new-${family.email}`}, gen_random_uuid(), now() + interval '1 year')`)
  return { family, caregiver, admin, request }
}

async function fillProfiles(app: TestApp, { family, caregiver }: Pick<Pair, 'family' | 'caregiver'>) {
  await app.drain()
  must(
    await family.client.put('/api/auth/caretaker/profile', {
      editable_full_name: fullName(FAMILY_WORDS),
      phone_number: FAMILY_WORDS.phone,
      street: FAMILY_WORDS.street,
      apartment: '4B',
      neighborhood: 'Cobble Hill',
      postal_code: '11201',
      city: 'New York',
      country: 'United States',
      children: [{ name: FAMILY_WORDS.child, age: 4, notes: 'Allergic to nuts' }],
      care_needs: ['Nanny'],
      languages: ['English'],
      notes: `${FAMILY_WORDS.child} loves trains`,
    }),
  )
  must(
    await caregiver.client.patch('/api/auth/caregiver/profile', {
      editable_full_name: fullName(CAREGIVER_WORDS),
    }),
  )
  const picture = await makePicture('png')
  must(await family.client.upload('/api/auth/caretaker/avatar', toForm({ avatar: { content: picture } })))
  const documents = toForm({
    gov_id_front: { content: picture, name: `${CAREGIVER_WORDS.last}.png` },
    certificate: { content: PDF, name: `${CAREGIVER_WORDS.last}.pdf` },
  })
  must(await caregiver.client.upload('/api/auth/caregiver/documents', documents))
  await app.deps.database.execute(sql`UPDATE caregiver_profiles SET verification_status = 'verified', is_listed = true
    WHERE user_id = ${caregiver.id}`)
}

async function book(
  app: TestApp,
  { family, caregiver }: Pick<Pair, 'family' | 'caregiver'>,
): Promise<TestRequest> {
  const { client } = caregiver
  must(await client.post('/api/availability/rules', { weekday: 1, start: '09:00', end: '17:00' }))
  for (const days of [3, 7]) await openHours(caregiver, dateIn(app, days))
  const { children } = (await family.client.get('/api/auth/caretaker/profile')).body
  const visit = {
    children: [children[0].id],
    note: `Ring twice, ${FAMILY_WORDS.child} may sleep. Thank you, ${CAREGIVER_WORDS.first}!`,
    address: { street: FAMILY_WORDS.street, city: 'New York', country: 'United States' as const },
  }
  const request = await makePaidRequest(app, {
    caregiver,
    family,
    windows: [{ date: dateIn(app, 7), start: '09:00', end: '11:00' }],
    visit,
  })
  await app.deps.database.execute(sql`INSERT INTO moves
    (request_id, proposed_by, status, booking_ids, from_windows, to_windows, proposed_at, expires_at, answered_at)
    VALUES (${request.id}, 'caretaker', 'declined', '{1}', '[]', '[]', now(), now(), now())`)
  // One that is never paid, with an open checkout.
  await checkout(
    await makeAcceptedRequest(app, {
      caregiver,
      family,
      windows: [{ date: dateIn(app, 3), start: '09:00', end: '11:00' }],
      visit,
    }),
  )
  return request
}

async function firstBooking(app: TestApp, { id }: TestRequest): Promise<number> {
  const { rows } = await app.deps.database.execute<{ id: number }>(
    sql`SELECT id FROM bookings WHERE request_id = ${id}`,
  )
  return rows[0]?.id ?? 0
}

async function talk(app: TestApp, { family, caregiver }: Pick<Pair, 'family' | 'caregiver'>) {
  const { id } = await makeConversation(app, {
    family,
    caregiver,
    text: `Hi ${CAREGIVER_WORDS.first}, it is ${FAMILY_WORDS.first} from ${FAMILY_WORDS.street}`,
  })
  must(
    await caregiver.client.post(`/api/chat/conversations/${id}/messages`, {
      text: `${FAMILY_WORDS.greeting}, hi ${FAMILY_WORDS.first}! Give my love to ${FAMILY_WORDS.child}. I have ${FAMILY_WORDS.last.toUpperCase()}, ${FAMILY_WORDS.typedPhone}. Yours, ${fullName(CAREGIVER_WORDS)}`,
    }),
  )
}

/** What only some people have: links, sessions, saved things, notes of staff, and jobs that failed. */
async function addMore(app: TestApp, { family, caregiver, admin, request }: Pair) {
  await logIn(app, family.email)
  await logIn(app, family.email, 'a wrong password')
  await app.visitor.post('/api/auth/password/reset/', { email: family.email })
  await family.client.get('/api/calendars/feed')
  await caregiver.client.get('/api/calendars/feed')
  must(await family.client.put(`/api/favorites/${caregiver.id}`))
  const day = { caregiver_id: caregiver.id, date: dateIn(app, 40), timezone: 'UTC' }
  await takeDayOff(caregiver, day.date)
  must(await family.client.post('/api/availability/waitlist', day))
  must(await family.client.post('/api/saved-searches', { skills: 'First Aid' }))
  must(
    await caregiver.client.post('/api/auth/caregiver/references', {
      ...{ name: fullName(FAMILY_WORDS), email: family.email, relation: 'family', years: 3 },
    }),
  )
  must(
    await family.client.patch('/api/notifications/settings', {
      kind: 'messages',
      in_app: true,
      email: false,
    }),
  )
  const dispute = await openDispute(family, request.id, {
    type: 'other',
    other_type_text: `About ${CAREGIVER_WORDS.first}`,
    reason: `${CAREGIVER_WORDS.first} came late, says ${FAMILY_WORDS.first}`,
  })
  must(dispute)
  const photo = toForm({ file: { content: await makePicture('png') } })
  photo.append('caption', `${FAMILY_WORDS.child} at the door`)
  await family.client.upload(`/api/disputes/${dispute.body.id}/evidence`, photo)
  for (const side of ['caretaker', 'caregiver']) {
    const words = side === 'caretaker' ? FAMILY_WORDS : CAREGIVER_WORDS
    must(
      await admin.client.post(`/api/admin-panel/disputes/${dispute.body.id}/questions`, {
        side,
        text: `${words.first}, when did the visit begin?`,
      }),
    )
  }
  for (const person of [family, caregiver]) {
    const { body } = await person.client.get(`/api/disputes/${dispute.body.id}`)
    const question = body.questions?.[0]?.id
    if (question) {
      await person.client.post(`/api/disputes/${dispute.body.id}/answers`, {
        question_id: question,
        text: `At nine, says ${fullName(person === family ? FAMILY_WORDS : CAREGIVER_WORDS)}`,
      })
    }
  }
  const response = `${CAREGIVER_WORDS.first} rang twice, and ${FAMILY_WORDS.first} was out`
  must(await caregiver.client.put(`/api/disputes/${dispute.body.id}/response`, { text: response }))
  const { first, child } = FAMILY_WORDS
  const notes = {
    [`user:${family.id}`]: `${fullName(FAMILY_WORDS)} called about ${fullName(CAREGIVER_WORDS)}`,
    [`user:${caregiver.id}`]: `${fullName(FAMILY_WORDS)} called about ${fullName(CAREGIVER_WORDS)}`,
    [`request:${request.id}`]: `${first} says that ${CAREGIVER_WORDS.first} forgot ${child}'s lunch`,
    [`dispute:${dispute.body.id}`]: `${first} says that ${CAREGIVER_WORDS.first} came late for ${child}`,
  }
  for (const [subject, text] of Object.entries(notes)) {
    must(await admin.client.post('/api/admin-panel/notes', { subject, text }))
  }
  const query = `q=${encodeURIComponent(fullName(FAMILY_WORDS))}&other=${encodeURIComponent(fullName(CAREGIVER_WORDS))}`
  const name = `${fullName(FAMILY_WORDS)}, ${fullName(CAREGIVER_WORDS)}`
  must(await admin.client.post('/api/admin-panel/views', { screen: 'disputes', name, query }))
  const resolution = `We spoke with ${FAMILY_WORDS.first} and ${CAREGIVER_WORDS.first}`
  must(await admin.client.post(`/api/admin-panel/disputes/${dispute.body.id}/reject`, { resolution }))
  await withTransaction(app.deps.database, (transaction) =>
    app.deps.jobs.add(
      transaction,
      'accounts.send-email-changed',
      { to: FAMILY_WORDS.email },
      { runAt: new Date(app.deps.clock.now().getTime() + 300 * 86_400_000) },
    ),
  )
  await storeRest(app, { family, caregiver })
}

/** Rows that calls make only for outside services, or not with each of their columns. */
async function storeRest(app: TestApp, people: Pick<Pair, 'family' | 'caregiver'>) {
  await app.deps.database.insert(meetings).values({
    caregiverId: people.caregiver.id,
    familyId: people.family.id,
    status: 'canceled',
    startsAt: app.deps.clock.now(),
    endsAt: new Date(app.deps.clock.now().getTime() + 900_000),
    timezone: 'UTC',
    way: 'video',
    place: `Before ${FAMILY_WORDS.street}`,
    videoLink: 'https://video.example.com/room',
    note: `${FAMILY_WORDS.child} comes along`,
    askedAt: app.deps.clock.now(),
  })
  for (const { id, email } of [people.family, people.caregiver]) {
    await app.deps.database.execute(sql`INSERT INTO identities (issuer, subject, user_id, linked_at)
      VALUES ('https://accounts.google.com', ${`google-${email}`}, ${id}, now())`)
    await app.deps.database.execute(sql`INSERT INTO consents (user_id, document, version, at)
      VALUES (${id}, 'terms', '2026-01-01', now())`)
    await app.deps.database.execute(sql`INSERT INTO factors
      (user_id, method, name, key, counter, created_at, device_id, credential_id, transports)
      VALUES (${id}, 'passkey', ${`Phone of ${email}`}, 'a public key', 0, now(), gen_random_uuid(),
        ${`credential-of-${id}`}, '{internal}'),
        (${id}, 'app', ${`App of ${email}`}, 'an encrypted secret', 0, now(), gen_random_uuid(), NULL, '{}')`)
    await app.deps.database.execute(sql`INSERT INTO two_step_recoveries
      (user_id, reason, requested_by, requested_at, expires_at)
      SELECT ${id}, ${`Lost their phone, says ${email}`}, max(id), now(), now() FROM users WHERE role = 'admin'`)
    await app.deps.database.execute(sql`INSERT INTO presences (user_id, seen_at) VALUES (${id}, now())
      ON CONFLICT DO NOTHING`)
    await app.deps.database.execute(sql`INSERT INTO idempotency_keys (user_id, key, fingerprint, response, created_at)
      VALUES (${id}, 'a key', 'x', jsonb_build_object('email', ${email}::text, 'caregiver_name', ${fullName(CAREGIVER_WORDS)}::text), now())`)
  }
  await app.deps.database.execute(sql`INSERT INTO staff_invitations
    (email, staff_role, invited_by, sent_at, expires_at, accepted_at)
    SELECT email, 'admin', id, now(), now(), now() FROM users WHERE staff_role = 'admin'`)
  const { id } = people.caregiver
  await app.deps.database.execute(sql`
    WITH calendar AS (
      INSERT INTO outside_calendars (caregiver_id, name, address, read_at, next_read_at)
      VALUES (${id}, ${`${CAREGIVER_WORDS.first} at home`}, 'https://calendar.test/secret.ics', now(), now() + interval '1 year')
      RETURNING id)
    INSERT INTO outside_busy (calendar_id, caregiver_id, starts_at, ends_at)
    SELECT id, ${id}, now() + interval '100 days', now() + interval '101 days' FROM calendar`)
  const reported = people.family.id
  await app.deps.database.execute(sql`
    WITH decision AS (
      INSERT INTO report_decisions (measures, message, note, decided_by, decided_at)
      SELECT '{warn}', ${`Please stop that, ${FAMILY_WORDS.first}`}, ${`Twice, says ${CAREGIVER_WORDS.first}`}, max(id), now() FROM users WHERE role = 'admin'
      RETURNING id)
    INSERT INTO reports (kind, reporter_id, reported_id, reason, text, snapshot, created_at, decision_id)
    SELECT 'profile', ${id}, ${reported}, 'other', ${`${FAMILY_WORDS.first} was rude to ${CAREGIVER_WORDS.first}`},
      jsonb_build_object('name', ${fullName(FAMILY_WORDS)}::text, 'text', ${FAMILY_WORDS.first}::text, 'rating', null),
      now(), id FROM decision`)
  await app.deps.database.execute(sql`INSERT INTO background_checks
    (caregiver_id, provider, provider_name, checked, reference, report_url, status, requested_at, completed_at,
      valid_until, read_at, decision, decision_reason, decided_by, decided_at)
    SELECT ${id}, 'sandbox', 'Sandbox', '{identity}', 'chk_1', 'https://checks.test/report', 'clear', now(), now(),
      current_date + 300, now(), 'accepted', ${`We spoke with ${CAREGIVER_WORDS.first}`}, max(id), now()
    FROM users WHERE role = 'admin'`)
  await app.deps.database.execute(sql`INSERT INTO document_renewals
    (caregiver_id, document, decline_reason, submitted_at)
    VALUES (${id}, 'certificate', ${`The name ${CAREGIVER_WORDS.last} is missing`}, now())`)
  await app.deps.database.execute(sql`UPDATE caregiver_profiles SET hidden_at = now(),
    hidden_description = ${`${CAREGIVER_WORDS.first} wrote this`} WHERE user_id = ${id}`)
  await app.deps.database.execute(sql`INSERT INTO time_off (caregiver_id, starts_at, ends_at)
    VALUES (${id}, now() + interval '50 days', now() + interval '51 days')`)
  await app.deps.database.execute(sql`INSERT INTO document_checks
    (caregiver_id, document, file_id, result, reason, checked_by, checked_at)
    SELECT ${id}, 'certificate', certificate_file_id, 'ask_again', ${`The name ${CAREGIVER_WORDS.last} is cut off`}, ${people.family.id}, now()
    FROM caregiver_profiles WHERE user_id = ${id}`)
  await app.deps.database.execute(sql`INSERT INTO pending_changes (caregiver_id, change_id, full_name, submitted_at)
    VALUES (${id}, gen_random_uuid(), ${`${CAREGIVER_WORDS.first} von ${CAREGIVER_WORDS.last}`}, now())`)
}

/** The family reviews the visit. The caregiver blocks them afterwards: before, the review would be held. */
async function review(app: TestApp, { caregiver, family, request }: Pair) {
  const client = await logInAgain(app, family)
  const written = await client.post('/api/reviews/reviews', {
    booking_id: await firstBooking(app, request),
    rating: 5,
    comment: `${CAREGIVER_WORDS.first} was lovely with ${FAMILY_WORDS.child}`,
  })
  must(written)
  const caregiverClient = await logInAgain(app, caregiver)
  const reply = `Come again, says ${CAREGIVER_WORDS.first}`
  must(await caregiverClient.post(`/api/reviews/reviews/${written.body.id}/reply`, { text: reply }))
  must(
    await caregiverClient.post('/api/reviews/family-ratings', {
      booking_id: await firstBooking(app, request),
      as_described: true,
      safe: true,
      kind: false,
      note: `${FAMILY_WORDS.first} was short with ${CAREGIVER_WORDS.first}`,
    }),
  )
  await app.deps.database.execute(sql`INSERT INTO blocks (blocker_id, blocked_id, reason, text, created_at)
    VALUES (${caregiver.id}, ${family.id}, 'other', ${`${FAMILY_WORDS.first} again`}, now())`)
}

/** Sets up payouts and pays out all of the wallet. */
async function payOut(app: TestApp, caregiver: TestUser) {
  const newDevice = await logInAgain(app, caregiver)
  const { url } = must(await newDevice.post('/api/payouts/onboarding-link')).body as { url: string }
  const body = new URLSearchParams({ holder: 'A Caregiver', routing: '110000000', account: '000123456789' })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
  await app.drain()
  // A first bank account from a new device waits.
  await app.advance(2 * MINUTES_PER_DAY)
  const client = await logInAgain(app, caregiver)
  const { balance } = (await client.get('/api/wallets/mine')).body
  must(await client.post('/api/payouts', { amount: balance }))
  await app.drain()
  await app.advance(3 * MINUTES_PER_DAY)
  await app.drain()
}

type ReportOf = {
  reporter: TestUser
  reported: TestUser
  text: string
  /** In the copy of the reported profile. */
  name: string
  /** What staff write when they decide. */
  decision?: string
}

/** A report of a profile, with the text in it and in its copy. @returns its id */
export async function makeReport(
  app: TestApp,
  { reporter, reported, text, name, decision }: ReportOf,
): Promise<number> {
  const snapshot = JSON.stringify({ text, rating: null, name })
  const { rows } = await app.deps.database.execute<{ id: number }>(sql`
    WITH decision AS (
      INSERT INTO report_decisions (measures, message, note, decided_by, decided_at)
      SELECT '{warn}', ${decision ?? null}::text, ${decision ?? null}::text, max(id), now() FROM users
      WHERE role = 'admin' AND ${decision ?? null}::text IS NOT NULL HAVING ${decision ?? null}::text IS NOT NULL
      RETURNING id)
    INSERT INTO reports (kind, reporter_id, reported_id, reason, text, snapshot, created_at, decision_id)
    SELECT 'profile', ${reporter.id}, ${reported.id}, 'other', ${text}, ${snapshot}::jsonb, now(),
      (SELECT id FROM decision) RETURNING id`)
  return rows[0]?.id ?? 0
}

type Mention = { name: string; caregiver: TestUser; family: TestUser; admin: TestUser; request: number }

/** Writes a name into each free text that other people and staff leave about each other. */
export async function mention(
  app: TestApp,
  { name, caregiver, family, admin, request }: Mention,
): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => app.deps.database.execute(statement)
  const text = `${name} said so`
  const [side, staff] = [caregiver.id, admin.id]
  await run(sql`INSERT INTO reviews (booking_id, caregiver_id, family_id, rating, comment, created_at)
    SELECT id, ${side}, ${family.id}, 5, ${text}, now() FROM bookings WHERE request_id = ${request} LIMIT 1`)
  await run(sql`
    WITH dispute AS (
      INSERT INTO disputes (request_id, family_id, caregiver_id, type, other_type_text, reason, opened_at)
      VALUES (${request}, ${family.id}, ${side}, 'other', ${text}, ${text}, now()) RETURNING id),
    question AS (
      INSERT INTO dispute_questions (dispute_id, side, author_id, text, asked_at)
      SELECT id, 'caretaker', ${staff}, ${text}, now() FROM dispute RETURNING id)
    INSERT INTO dispute_answers (question_id, text, answered_at) SELECT id, ${text}, now() FROM question`)
  await run(sql`UPDATE caregiver_profiles SET rejection_reason = ${text} WHERE user_id = ${side}`)
  await run(sql`INSERT INTO document_renewals (caregiver_id, document, decline_reason, submitted_at)
    VALUES (${side}, 'certificate', ${text}, now())`)
  await run(sql`INSERT INTO document_checks
    (caregiver_id, document, file_id, result, reason, checked_by, checked_at)
    VALUES (${side}, 'certificate', gen_random_uuid(), 'ask_again', ${text}, ${staff}, now())`)
  await run(sql`INSERT INTO two_step_recoveries (user_id, reason, requested_by, requested_at, expires_at)
    VALUES (${side}, ${text}, ${staff}, now(), now())`)
  await run(sql`INSERT INTO background_checks
    (caregiver_id, provider, provider_name, checked, reference, report_url, status, requested_at, completed_at,
      valid_until, read_at, decision, decision_reason, decided_by, decided_at)
    VALUES (${side}, 'sandbox', 'Sandbox', '{identity}', 'chk_9', 'https://checks.test/report', 'clear', now(), now(),
      current_date + 300, now(), 'accepted', ${text}, ${staff}, now())`)
  await run(sql`INSERT INTO blocks (blocker_id, blocked_id, reason, text, created_at)
    VALUES (${side}, ${family.id}, 'other', ${text}, now())`)
  await run(sql`UPDATE users SET is_active = false, deactivated_at = now(), deactivation_reason = ${text}
    WHERE id = ${family.id}`)
}
