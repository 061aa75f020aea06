import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { makePair, type Pair } from '../../../../test/factories/own-data.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview } from '../../../../test/factories/reports.ts'
import { download, listStored, requestExport } from '../../../../test/own-data.ts'
import { unzip } from '../../../../test/zip.ts'
import { PERSONAL_DATA } from '../../../personal-data/all.ts'
import { type TableData, toWhere } from '../../../personal-data/classification.ts'
import { files } from '../../files/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function logInBoth(people: TestUser[]) {
  const tokens = []
  for (const { email } of people) tokens.push((await logIn(app, email)).body.access as string)
  return tokens
}

async function readZip(url: string, token: string): Promise<Map<string, Buffer>> {
  const response = await download(app, url, token)
  expect(response.status).toBe(200)
  return unzip(Buffer.from(await response.arrayBuffer()))
}

/** Asks for an export of someone's data and downloads it. */
async function exportOf(user: TestUser): Promise<Map<string, Buffer>> {
  const { url } = await requestExport(app, user.client)
  return readZip(url, user.token)
}

/** The entries of one file of an export; none without the file. */
function rowsOf(zip: Map<string, Buffer>, subject: string): Record<string, unknown>[] {
  return JSON.parse(zip.get(`${subject}.json`)?.toString() ?? '[]')
}

const TEXT = /^(text|jsonb|text\[\])$/
const MARKED = PERSONAL_DATA.flatMap(({ tables }) => tables).filter(({ exports = [] }) => exports.length > 0)

/** What both sides of a visit see: a review and a dispute, by the family about the caregiver. */
const SEEN_BY_BOTH = ['reviews-received.json', 'disputes-about-me.json']

/** Found by the account's own address, so they can't hold another one. */
const BY_ADDRESS = ['staff-invitation', 'invitation-as-admin', 'references-given']

/** The columns that someone had a row for. */
const filled = new Set<string>()
const wanted = new Set<string>()

/**
 * Writes a word into each personal text column of a person's rows.
 * @returns the words that their export must have
 */
async function mark(person: TestUser, label: string): Promise<string[]> {
  const words: string[] = []
  // Accounts last, because other rows are found by them.
  for (const about of [...MARKED].reverse()) {
    for (const { subject, of, omit = [] } of about.exports ?? []) {
      // They are the family's rows, and marked as such.
      if (SEEN_BY_BOTH.includes(`${subject}.json`) || BY_ADDRESS.includes(subject)) continue
      for (const name of about.personal.filter((column) => !omit.includes(column))) {
        // A full name has two words, of which others may see the first.
        const isName = subject === 'account' && name === 'fullName'
        const word = `${label}-${subject}-${name.toLowerCase()}${isName ? ` ${label}-surname` : ''}`
        const written = await writeWord(about, name, toWhere(of, person), word)
        if (written === null) continue
        wanted.add(`${subject}.${name}`)
        if (written === 0) continue
        filled.add(`${subject}.${name}`)
        words.push(word)
      }
    }
  }
  return words
}

/** @returns how many rows have it now; null for a column without text */
async function writeWord(
  { table }: TableData,
  name: string,
  where: unknown,
  word: string,
): Promise<number | null> {
  const column = (getTableColumns(table) as Record<string, PgColumn>)[name] as PgColumn
  const type = column.getSQLType()
  if (!TEXT.test(type)) return null
  const value =
    type === 'jsonb'
      ? sql`${JSON.stringify({ children: [], note: word, address: null, emergency_contact: null })}::jsonb`
      : type === 'text[]'
        ? sql`ARRAY[${word}]`
        : name === 'videoUrl'
          ? sql`${`https://video.example.test/${word}`}`
          : sql`${word}`
  const { rowCount } = await app.deps.database.transaction(async (transaction) => {
    // The words are written past the constraints and the triggers of rows that are written once.
    await transaction.execute(sql`SET LOCAL session_replication_role = replica`)
    return transaction
      .update(table)
      .set({ [name]: value })
      .where(where as SQL)
  })
  return rowCount ?? 0
}

describe('an export', () => {
  let pair: Pair
  let zips: Map<string, Buffer>[]
  let words: string[][]
  beforeAll(async () => {
    pair = await makePair(app)
    const people = [pair.family, pair.caregiver, pair.admin]
    const tokens = await logInBoth(people)
    words = []
    for (const [index, person] of people.entries()) {
      words.push(await mark(person, ['aaa', 'bbb', 'ccc'][index] as string))
    }
    zips = []
    for (const token of tokens) {
      const { url } = await requestExport(app, app.withToken(token))
      zips.push(await readZip(url, token))
    }
  }, 120_000)

  const textOf = (zip: Map<string, Buffer> | undefined, names?: string[]) =>
    [...(zip ?? [])]
      .filter(([name]) => name.endsWith('.json') && (names?.includes(name) ?? true))
      .map(([, content]) => content.toString())
      .join('\n')

  it('is tested with a row for every personal column', () => {
    // A new column is missing here until `makePair` makes a row with it.
    expect([...wanted].filter((column) => !filled.has(column))).toEqual([])
  })

  it('holds every personal column of the person', () => {
    expect(words[0]?.length).toBeGreaterThan(20)
    expect(words[1]?.length).toBeGreaterThan(15)
    for (const [index, zip] of zips.entries()) {
      const text = textOf(zip)
      expect(words[index]?.filter((word) => !text.includes(word))).toEqual([])
    }
  })

  it('holds only first names of others, and what they wrote about the person', () => {
    for (const [index, zip] of zips.entries()) {
      const own = [...(zip ?? [])].filter(([name]) => !SEEN_BY_BOTH.includes(name)).map(([name]) => name)
      const others = words.flatMap((list, other) => (other === index ? [] : list))
      const text = textOf(zip, own)
      // The first name of the other side is all that is left of a name.
      const isFound = (word: string) =>
        word.split(' ').some((part, at, { length }) => (length === 1 || at > 0) && text.includes(part))
      expect(others.filter(isFound)).toEqual([])
    }
    expect(textOf(zips[1], SEEN_BY_BOTH)).toContain('aaa-reviews-written-comment')
  })

  it('holds no secrets', async () => {
    const text = zips.map((zip) => textOf(zip)).join('\n')
    for (const { table, withheld } of PERSONAL_DATA.flatMap(({ tables }) => tables)) {
      for (const name of withheld.filter((column) =>
        /hash|secret|token|fingerprint|checkoutUrl|storageKey/i.test(column),
      )) {
        const column = (getTableColumns(table) as Record<string, PgColumn>)[name]
        const { rows } = await app.deps.database.execute<{ value: string }>(
          sql`SELECT ${column}::text AS value FROM ${table} WHERE length(${column}::text) > 8`,
        )
        expect(rows.filter(({ value }) => text.includes(value))).toEqual([])
      }
    }
  })

  it('has the files that its person uploaded, and no others', async () => {
    const uploaded = await app.deps.database.select().from(files).where(ne(files.kind, 'export'))
    for (const [index, { id: ownerId }] of [pair.family, pair.caregiver, pair.admin].entries()) {
      const own = uploaded.filter((file) => file.ownerId === ownerId)
      const found = [...(zips[index] ?? [])]
        .filter(([name]) => name.startsWith('files/'))
        .map(([name, content]) => [
          name.replace(/\.(webp|pdf|png|jpg)$/, ''),
          createHash('sha256').update(content).digest('hex'),
        ])
      expect(found.sort()).toEqual(own.map(({ kind, id, sha256 }) => [`files/${kind}-${id}`, sha256]).sort())
      expect(own.map(({ kind }) => kind).sort()).toEqual(
        [['avatar', 'evidence'], ['document', 'document'], []][index],
      )
    }
  })

  it('has a README that says what is in it, and no empty file', () => {
    expect(zips[1]?.has('README.txt')).toBe(true)
    const readme = zips[0]?.get('README.txt')?.toString()
    expect(readme).toMatch(
      /^Your Tendwell data, as of [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M UTC\.\n/,
    )
    expect(readme).toMatch(/messages\.json \(1\)/)
    for (const [name, content] of zips[0] ?? []) {
      if (name.endsWith('.json')) expect([name, JSON.parse(content.toString()).length]).not.toEqual([name, 0])
    }
  })
})

describe('an export of someone in a block', () => {
  let caregiver: TestUser
  let family: TestUser
  let support: TestUser
  let reviewId: number
  beforeAll(async () => {
    support = await makeUser(app, { role: 'admin', staffRole: 'support' })
    const conversation = await makeConversation(app, { text: 'Before the block' })
    ;({ caregiver, family } = conversation)
    const messages = `/api/chat/conversations/${conversation.id}/messages`
    const { body: second } = await family.client.post(messages, { text: 'Read during the block' })
    const { body: third } = await caregiver.client.post(messages, { text: 'Read by the family at once' })
    await caregiver.client.patch(`${messages}/${conversation.messageId}/read`)
    await family.client.patch(`${messages}/${third.id}/read`)
    await caregiver.client.post('/api/blocks', { user_id: family.id, reason: 'unwanted' })
    expect((await caregiver.client.patch(`${messages}/${second.id}/read`)).status).toBe(200)
    reviewId = await makeReview(app, { caregiver, family }, { rating: 1 })
    await app.drain()
  })

  it('says which of their reviews staff hid', async () => {
    const pair = { caregiver: await makeCaregiver(app), family }
    const hidden = await makeReview(app, pair, { rating: 2 })
    await decide(support, await makeReport(pair.caregiver, 'review', hidden), { measures: ['hide'] })
    const written = rowsOf(await exportOf(family), 'reviews-written')
    expect(written.map(({ id, hidden_at }) => [id, hidden_at])).toEqual([
      [reviewId, null],
      [hidden, expect.any(String)],
    ])
  })

  it('has their own read position alone', async () => {
    const sides = [
      [family, 3],
      [caregiver, 2],
    ] as const
    for (const [person, position] of sides) {
      const [conversation, ...more] = rowsOf(await exportOf(person), 'conversations')
      expect(more).toEqual([])
      expect(conversation).toMatchObject({ read_sequence: position, last_sequence: 3 })
      expect(Object.keys(conversation ?? {}).filter((name) => /read/.test(name))).toEqual(['read_sequence'])
    }
    const messages = rowsOf(await exportOf(family), 'messages')
    expect(messages.map(({ text, read_at }) => [text, read_at])).toEqual([
      ['Before the block', expect.any(String)],
      ['Read during the block', null],
    ])
  })

  it('mentions no report about them that was dismissed', async () => {
    const listMeasures = async () =>
      rowsOf(await exportOf(family), 'moderation-decisions').map(({ measures }) => measures)
    const before = await listMeasures()
    const reader = await makeFamily(app)
    expect((await decide(support, await makeReport(reader, 'review', reviewId))).status).toBe(200)
    expect(await listMeasures()).toEqual(before)
    await decide(support, await makeReport(reader, 'review', reviewId), {
      measures: ['warn'],
      message: 'Please stay polite',
    })
    expect(await listMeasures()).toEqual([...before, ['warn']])
  })
})

describe('asking for an export', () => {
  it('mails a link to the account, and the download ends after 24 hours', async () => {
    const family = await makeFamily(app, { name: 'Eva Export' })
    await app.drain()
    const before = await listStored(app)
    const body = await requestExport(app, family.client)
    expect(body).toMatchObject({
      state: 'ready',
      bytes: expect.any(Number),
      url: expect.stringContaining('/api/files/'),
    })
    expect((await listEmailsTo(app, family.email)).at(-1)?.text).toContain('/account#your-data')
    const response = await download(app, body.url, family.token)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="tendwell-data-/)
    expect(response.headers.get('content-type')).toBe('application/zip')
    await app.advance(24 * 60 + 1)
    expect(before).toEqual(expect.arrayContaining(await listStored(app)))
    const { access } = (await logIn(app, family.email)).body
    expect((await app.withToken(access).get('/api/account/export')).body.state).toBe('none')
    expect((await download(app, body.url, access)).status).toBe(404)
  })

  it('whose process was killed before its row was stored leaves nothing behind', async () => {
    const family = await makeFamily(app)
    await app.drain()
    const before = (await listStored(app)).sort()
    await requestExport(app, family.client)
    const [key = ''] = (await listStored(app)).filter((stored) => !before.includes(stored))
    await app.deps.database.execute(sql`UPDATE data_exports SET status = 'failed', file_id = NULL
      WHERE user_id = ${family.id}`)
    await app.deps.database.delete(files).where(eq(files.storageKey, key))
    const file = path.join(app.deps.config.dataDir, 'files', key)
    const twoHoursAgo = Date.now() / 1_000 - 2 * 3_600
    await utimes(file, twoHoursAgo, twoHoursAgo)
    await app.deps.jobs.sweep()
    expect((await listStored(app)).sort()).toEqual(before)
  })

  it('opens for its owner alone, while they are logged in', async () => {
    const [family, other, admin] = [
      await makeFamily(app),
      await makeFamily(app),
      await makeUser(app, { role: 'admin' }),
    ]
    const { url } = await requestExport(app, family.client)
    expect((await download(app, url, family.token)).status).toBe(200)
    for (const { token } of [other, admin]) expect((await download(app, url, token)).status).toBe(404)
    expect((await fetch(new URL(url, app.url))).status).toBe(404)
    const forged = url.replace(/viewer=\d+/, `viewer=${other.id}`)
    expect((await download(app, forged, other.token)).status).toBe(404)
    await app.visitor.post('/api/auth/logout', { refresh: family.refresh })
    expect((await download(app, url, family.token)).status).toBe(404)
  })

  it('replaces an earlier one, is prepared one at a time, and at most three times a day', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const caregiver = await makeCaregiver(limited)
    const ask = () => caregiver.client.post('/api/account/export', { format: 'zip' })
    expect((await ask()).status).toBe(202)
    const again = await ask()
    expect([again.status, again.body.detail]).toEqual([409, "We're already preparing your data"])
    await limited.drain()
    const first = (await caregiver.client.post('/api/account/export/link')).body
    for (let count = 2; count <= 3; count += 1) await requestExport(limited, caregiver.client)
    expect((await download(limited, first.url, caregiver.token)).status).toBe(404)
    expect((await ask()).status).toBe(429)
    await limited.close()
  })

  it('needs a recent proof of who is asking', async () => {
    const family = await makeFamily(app)
    await app.deps.database.execute(sql`UPDATE sessions SET proven_at = proven_at - interval '11 minutes'
      WHERE user_id = ${family.id}`)
    const answer = await family.client.post('/api/account/export', { format: 'zip' })
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required'])
  })

  it('gives a link only after a recent proof, and only to a copy that is ready', async () => {
    const family = await makeFamily(app)
    const ask = () => family.client.post('/api/account/export/link')
    expect((await ask()).status).toBe(404)
    await requestExport(app, family.client)
    await app.deps.database.execute(sql`UPDATE sessions SET proven_at = proven_at - interval '11 minutes'
      WHERE user_id = ${family.id}`)
    const { body } = await family.client.get('/api/account/export')
    expect(body).toMatchObject({ state: 'ready' })
    expect(JSON.stringify(body)).not.toContain('/api/files/')
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    await family.client.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect((await download(app, (await ask()).body.url, family.token)).status).toBe(200)
  })
})
