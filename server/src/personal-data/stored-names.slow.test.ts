/** No table copies a name or an email without a reason. @see docs/rules/own-data.md#names-by-id */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { getTableColumns } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { makeUser, type TestUser } from '../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../test/factories/availability.ts'
import { block } from '../../test/factories/blocks.ts'
import {
  answerRequest,
  listWindows,
  makePaidRequest,
  makeRequest,
  type TestRequest,
} from '../../test/factories/bookings.ts'
import { cancelAsPreviewed } from '../../test/factories/cancellations.ts'
import { makeConversation } from '../../test/factories/chat.ts'
import { openDispute } from '../../test/factories/disputes.ts'
import { answerMove, proposeMove } from '../../test/factories/moves.ts'
import { logInAgain, makeCaregiver } from '../../test/factories/profiles.ts'
import { decide, makeReport } from '../../test/factories/reports.ts'
import { PERSONAL_DATA } from './all.ts'

/** Of which no other word of the test has a part. */
const [FAMILY, CAREGIVER, SUPPORT, ADMIN] = ['Quillonia', 'Thistlewick', 'Zephyrine', 'Obergruber']
const MARKERS = [FAMILY, CAREGIVER, SUPPORT, ADMIN].join('|')

const casing = new CasingCache('snake_case')

let app: TestApp
let support: TestUser
let admin: TestUser
let family: TestUser
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
  await keepJobs()
  support = await makeStaff('support', SUPPORT)
  admin = await makeStaff('admin', ADMIN)
  family = await makeUser(app, {
    role: 'caretaker',
    fullName: `${FAMILY} Hart`,
    email: `${FAMILY}@example.test`.toLowerCase(),
  })
  const email = `${CAREGIVER}@example.test`.toLowerCase()
  caregiver = await makeCaregiver(app, { name: `${CAREGIVER} Hill`, email, timezone: 'UTC' })
  await app.drain()
  await openHours(caregiver, dateIn(app, 7))
  await talkAndBook()
  await disputeAndRefund(await changeBooking())
  await moderate()
  await app.drain()
}, 120_000)
afterAll(() => app.close())

const makeStaff = (staffRole: 'support' | 'admin', name: string) =>
  makeUser(app, {
    role: 'admin',
    staffRole,
    fullName: `${name} Ward`,
    email: `${name}@example.test`.toLowerCase(),
  })

/** Copies what jobs carry, because a job that ran is deleted. */
const keepJobs = () =>
  app.deps.database.$client.query(`
    CREATE TABLE kept_jobs (payload json);
    CREATE FUNCTION keep_job() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO public.kept_jobs VALUES (NEW.payload); RETURN NULL; END $$;
    CREATE TRIGGER keep_job AFTER INSERT ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION keep_job()`)

async function must<Answer extends { status: number; body: unknown }>(answering: Promise<Answer>) {
  const answer = await answering
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

async function talkAndBook() {
  await makeConversation(app, { family, caregiver, text: 'Hello' })
  const request = await makeRequest(app, { family, caregiver, windows: [hoursIn(7, '09:00', '10:00')] })
  await must(answerRequest(caregiver, request.id, 'rejected'))
  await must(
    family.client.put('/api/auth/caretaker/profile', {
      editable_full_name: `${FAMILY} Lane`,
      phone_number: '+1 212 555 0187',
      street: '12 Elm Street',
      city: 'New York',
      country: 'United States',
      children: [],
      care_needs: ['Nanny'],
      languages: ['English'],
      notes: '',
    }),
  )
  const renamed = { editable_full_name: `${CAREGIVER} Lake` }
  await must(caregiver.client.patch('/api/auth/caregiver/profile', renamed))
  await app.drain()
}

const hoursIn = (days: number, start: string, end: string) => ({ date: dateIn(app, days), start, end })

/** One booking is moved, and another one canceled. */
async function changeBooking(): Promise<TestRequest> {
  const kept = await makePaidRequest(app, { family, caregiver, windows: [hoursIn(7, '09:00', '10:00')] })
  const canceled = await makePaidRequest(app, { family, caregiver, windows: [hoursIn(7, '14:00', '15:00')] })
  await app.drain()
  const move = await must(proposeMove(family, kept, [hoursIn(7, '11:00', '12:00')]))
  await must(answerMove(caregiver, move.body.id, 'accepted'))
  await cancelAsPreviewed(caregiver, canceled)
  await app.drain()
  return kept
}

async function disputeAndRefund(request: TestRequest) {
  await app.advance(8 * MINUTES_PER_DAY)
  await app.drain()
  ;[family.client, caregiver.client] = [await logInAgain(app, family), await logInAgain(app, caregiver)]
  ;[support.client, admin.client] = [await logInAgain(app, support), await logInAgain(app, admin)]
  const { id } = (await must(openDispute(family, request.id))).body
  const path = `/api/admin-panel/disputes/${id}`
  await must(admin.client.patch(path, { assignee_id: support.id }))
  await must(support.client.post(`${path}/questions`, { side: 'caregiver', text: 'When was it?' }))
  const { questions } = (await must(caregiver.client.get(`/api/disputes/${id}`))).body
  await must(
    caregiver.client.post(`/api/disputes/${id}/answers`, { question_id: questions[0].id, text: 'At nine' }),
  )
  await must(support.client.post(`${path}/reject`, { resolution: 'The visit was fine' }))
  const [visit] = await listWindows(request)
  const review = { booking_id: visit?.booking_id, rating: 5, comment: 'Lovely' }
  await must(family.client.post('/api/reviews/reviews', review))
}

async function moderate() {
  const changes = await must(admin.client.get('/api/admin-panel/caregivers/changes'))
  const { change_id } = changes.body.results[0]
  const approval = { change_id, decision: 'approve' }
  await must(admin.client.post(`/api/admin-panel/caregivers/${caregiver.id}/changes`, approval))
  const report = await makeReport(family, 'profile', caregiver.id)
  await must(decide(support, report, { measures: ['warn'], message: 'Please don’t' }))
  await must(block(family, caregiver))
  const reason = 'help'
  await must(support.client.post(`/api/admin-panel/people/${family.id}/contact/show`, { reason }))
  await must(admin.client.post('/api/admin-panel/notes', { subject: `user:${family.id}`, text: 'Called' }))
  await must(
    admin.client.post(`/api/admin-panel/users/${family.id}/status`, { is_active: false, reason: 'Fraud' }),
  )
  await must(admin.client.post(`/api/admin-panel/staff/${support.id}/role`, { staff_role: 'finance' }))
  const invitation = { email: `${ADMIN}@elsewhere.test`.toLowerCase(), staff_role: 'support' }
  await must(admin.client.post('/api/admin-panel/staff/invitations', invitation))
}

/** Mails, as their recipients have them, and what the payment provider was sent. */
const OUTSIDE = /^(sandbox\.|public\.mailbox$)/

/** The columns that hold names, as the slices say. */
const EXPLAINED = PERSONAL_DATA.flatMap(({ tables }) => tables).flatMap(({ table, names = {} }) => {
  const { schema = 'public', name } = getTableConfig(table)
  const columns = getTableColumns(table) as Record<string, PgColumn>
  return Object.keys(names).map(
    (key) => `${schema}.${name}.${casing.getColumnCasing(columns[key] as PgColumn)}`,
  )
})

it('finds names and emails of people only in columns that say why they hold them', async () => {
  const { $client: client } = app.deps.database
  const { rows: columns } = await client.query<{ name: string; column: string }>(`
    SELECT nspname || '.' || relname AS name, attname AS column
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind = 'r' AND nspname IN ('public', 'sandbox', 'graphile_worker')`)
  const found: string[] = []
  for (const { name, column } of columns.filter(({ name }) => !OUTSIDE.test(name))) {
    const { rowCount } = await client.query(`SELECT FROM ${name} WHERE "${column}"::text ~* $1 LIMIT 1`, [
      MARKERS,
    ])
    if (rowCount === 1) found.push(`${name}.${column}`)
  }
  expect(found).toEqual(expect.arrayContaining(['public.users.full_name', 'public.audit_log.before']))
  expect(found.filter((column) => !EXPLAINED.includes(column))).toEqual([])
  const kept = await client.query('SELECT count(*)::int FROM kept_jobs')
  expect(kept.rows[0].count).toBeGreaterThan(50)
})
