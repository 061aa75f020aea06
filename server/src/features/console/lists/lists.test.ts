import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeRequest } from '../../../../test/factories/bookings.ts'
import { makeCaregiver } from '../../../../test/factories/profiles.ts'
import { listRoutes } from '../../../../test/routes.ts'
import { readBatches } from '../../../platform/database/sorted-list.ts'
import { requestList } from '../../bookings/index.ts'
import { requests } from '../../bookings/tables.ts'
import { users } from '../../people/tables.ts'
import { userList } from '../users/queries.ts'

let app: TestApp
let admin: TestUser
/** Oldest first. */
let requestIds: number[]
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
  const made = [await makeRequest(app), await makeRequest(app), await makeRequest(app)]
  requestIds = made.map(({ id }) => id)
  const prices = [9_000, 7_000, 9_000]
  for (const [index, id] of requestIds.entries()) {
    const values = {
      submittedAt: new Date(Date.UTC(2026, 4, index + 1)),
      priceCents: prices[index] as number,
    }
    await app.deps.database.update(requests).set(values).where(eq(requests.id, id))
  }
})
afterAll(() => app.close())

const getFromConsole = (path: string, by = admin) => by.client.get(`/api/admin-panel/${path}`)
const listIds = async (path: string): Promise<number[]> =>
  (await getFromConsole(path)).body.results.map(({ id }: { id: number }) => id)

/** The lines of a CSV file. */
const toLines = (csv: string) => csv.replace('\ufeff', '').split('\r\n').slice(0, -1)

describe('sort', () => {
  it('orders by a field, in both directions, and then by number', async () => {
    const [first, second, third] = requestIds
    expect(await listIds('requests')).toEqual([third, second, first])
    expect(await listIds('requests?sort=submitted_at')).toEqual([first, second, third])
    expect(await listIds('requests?sort=total_price_usd')).toEqual([second, first, third])
    expect(await listIds('requests?sort=-total_price_usd')).toEqual([third, first, second])
  })

  it('orders people by name, ignoring case', async () => {
    const names = async (query: string) =>
      (await getFromConsole(`users?role=caretaker&${query}`)).body.results.map((row: { full_name: string }) =>
        row.full_name.toLowerCase(),
      )
    const ascending = await names('sort=full_name')
    expect(ascending).toEqual([...ascending].sort())
    expect(await names('sort=-full_name')).toEqual(ascending.toReversed())
  })

  it.each([
    'users',
    'caregivers',
    'caregivers/verification',
    'caregivers/changes',
    'requests',
    'disputes',
    'payments',
    'refunds',
    'payouts',
    'audit',
  ])('is checked by %s', async (path) => {
    expect(await getFromConsole(`${path}?sort=password`)).toMatchObject({
      status: 400,
      body: { sort: ['Unknown sort'] },
    })
    expect((await getFromConsole(`${path}?sort=-id`)).status).toBe(400)
  })
})

describe('batches', () => {
  it.each(['submitted_at', '-submitted_at', 'total_price_usd', '-total_price_usd', '-total_hours'] as const)(
    'have every request once, in the order of %s',
    async (sort) => {
      const expected = await listIds(`requests?sort=${sort}`)
      const sizes = []
      const found = []
      for await (const rows of readBatches(app.deps, requestList, { sort }, 2)) {
        sizes.push(rows.length)
        found.push(...rows.map(({ id }) => id))
      }
      expect([found, sizes]).toEqual([expected, [2, 1]])
    },
  )

  it('have everyone once when names are the same', async () => {
    const family = { role: 'caretaker', fullName: 'Twin Twinner' } as const
    const twins = [await makeUser(app, family), await makeUser(app, family), await makeUser(app, family)]
    const found = []
    const query = { role: 'caretaker', q: 'twinner', sort: '-full_name' } as const
    for await (const rows of readBatches(app.deps, userList, query, 1))
      found.push(...rows.map(({ id }) => id))
    expect(found).toEqual(twins.map(({ id }) => id).toReversed())
  })
})

describe('export', () => {
  it('is CSV with the filters and the order of the list', async () => {
    const { status, body, headers } = await getFromConsole(
      'requests/export?sort=submitted_at&date_from=2026-05-02',
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const day = app.deps.clock.now().toISOString().slice(0, 10)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="tendwell-requests-${day}.csv"`)
    const [header, ...lines] = toLines(body)
    expect(header).toContain('"Number","Caregiver","Caregiver’s email","Family"')
    expect(lines.map((line) => Number(line.split('"')[1]))).toEqual(requestIds.slice(1))
    expect(lines[0]).toContain(',"70.00","2026-05-02 00:00:00","Submitted","no","no"')
  })

  it('begins with a byte order mark, so that spreadsheets read it as UTF-8', async () => {
    const { token } = admin
    const url = new URL('/api/admin-panel/users/export', app.url)
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('quotes each cell and lets no line of a text begin as a formula', async () => {
    const fullName = '=1+2 "A", B\n=cmd\r@SUM(A1)'
    const { id } = await makeUser(app, { role: 'caretaker' })
    await app.deps.database.update(users).set({ fullName }).where(eq(users.id, id))
    const { body } = await getFromConsole('users/export')
    expect(body).toContain(`\r\n"${id}","'=1+2 ""A"", B\n'=cmd\r'@SUM(A1)","`)
    expect(body).not.toMatch(/[\r\n]"?[=+@-]/)
  })

  it('is in the audit log with the list and its filters', async () => {
    await getFromConsole('caregivers/verification/export?status=verified&q=clara')
    const { body } = await getFromConsole('audit?action=list.exported&page_size=1')
    expect(body.results[0]).toMatchObject({
      actor: { name: 'Ada Admin' },
      subject: 'list:caregivers-verification',
      after: { status: 'verified', q: 'clara' },
    })
  })

  it('has all lists', async () => {
    const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
    expect((await getFromConsole('caregivers/verification/export?status=verified')).body).toContain(
      `"${caregiver.id}","Clara Carer","${caregiver.email}",`,
    )
    expect(toLines((await getFromConsole('users/export?role=caregiver&q=clara')).body)).toHaveLength(2)
    for (const list of ['caregivers/changes', 'disputes', 'payments', 'refunds', 'payouts']) {
      const { status, body } = await getFromConsole(`${list}/export`)
      expect([list, status, toLines(body).length]).toEqual([list, 200, 1])
    }
    expect((await getFromConsole('audit/export')).body).toContain(',"Exported a list","Ada Admin",')
  })

  it.each([
    ['staff', 'Number,Name,Email,Role,Active,Joined (UTC),Last login (UTC)'],
    ['staff/invitations', 'Number,Email,Role,Invited by,Sent (UTC),Valid until (UTC),Sender can invite'],
    ['two-step-recoveries', 'Number,Person,Person number,Reason,Asked by,Asked (UTC)'],
    ['reconciliation/differences', 'Number,Kind,Provider’s number,What differs,Ours (USD),Provider’s (USD)'],
    ['chargebacks', 'Number,Payment,Booking,Family,Caregiver,Amount (USD),On hold (USD),Reason,Opened (UTC)'],
    ['bank-reviews', 'Person number,Person,Opened (UTC),Same as'],
    [
      'waiting-refunds',
      'Number,Booking,Family,Caregiver,Amount (USD),Paid by,Reason,Dispute,Asked by,Asked (UTC)',
    ],
    ['reconciliation', 'Number,Created (UTC),Provider,From (UTC),Until (UTC),Compared,Differences'],
    ['erasures', 'Number,Person number,Closed (UTC),Started (UTC),Erased (UTC),Records'],
    ['jobs?state=waiting', 'Number,Job,State,Attempts,Attempts at most,Error,Added (UTC)'],
  ])('saves the short list of %s too', async (list, header) => {
    const [path, query = ''] = list.split('?')
    const { status, body, headers } = await getFromConsole(`${path}/export?${query}`)
    expect(status).toBe(200)
    expect(body.split('\r\n')[0].replaceAll('"', '')).toContain(header)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { body: page } = await getFromConsole(`${path}?${query}`)
    expect(body.trimEnd().split('\r\n')).toHaveLength(page.count + 1)
  })

  it('needs a recent proof, whatever the list', async () => {
    const paths = listRoutes(app)
      .map(({ path }) => path)
      .filter((path) => path.startsWith('/api/admin-panel/') && path.endsWith('/export'))
    expect(paths.length).toBeGreaterThan(15)
    const tired = await makeUser(app, { role: 'admin' })
    await app.deps.database.execute(
      sql`UPDATE sessions SET proven_at = proven_at - interval '11 minutes' WHERE user_id = ${tired.id}`,
    )
    for (const path of paths) {
      const { status, body } = await tired.client.get(path)
      expect([path, status, body.code]).toEqual([path, 403, 'reauthentication_required'])
    }
    const exported = `audit?action=list.exported&actor_id=${tired.id}`
    expect((await getFromConsole(exported)).body.count).toBe(0)
    expect((await tired.client.get('/api/admin-panel/users')).status).toBe(200)
  })

  it('refuses what the list refuses', async () => {
    expect((await getFromConsole('requests/export?status=lost')).status).toBe(400)
    expect((await getFromConsole('requests/export?sort=id')).status).toBe(400)
    expect((await getFromConsole('requests/export?page=2')).status).toBe(400)
    const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    expect((await getFromConsole('payments/export', support)).status).toBe(403)
    expect((await getFromConsole('disputes/export', finance)).status).toBe(403)
    for (const by of [support, finance]) expect((await getFromConsole('audit/export', by)).status).toBe(403)
  })
})
