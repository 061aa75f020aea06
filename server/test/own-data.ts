/** Exports, and everything that the product stores as text. */
import type { Answer, Client, TestApp } from './app.ts'
import { listEmailsTo } from './factories/accounts.ts'

/**
 * Asks for an export and lets its job run.
 * @returns what the account page then shows, and a link to download it
 */
export async function requestExport(app: TestApp, client: Client): Promise<Answer['body']> {
  const { status, body } = await client.post('/api/account/export', { format: 'zip' })
  if (status !== 202) throw new Error(`The export was refused: ${JSON.stringify(body)}`)
  await app.drain()
  const link = await client.post('/api/account/export/link')
  return { ...(await client.get('/api/account/export')).body, ...link.body }
}

/** Downloads a link as the browser of a session does. */
export function download(app: TestApp, url: string, token: string): Promise<Response> {
  return fetch(new URL(url, app.url), { headers: { authorization: `Bearer ${token}` } })
}

/** Every table with its rows as text. */
export async function dumpTables({ deps }: TestApp): Promise<Map<string, string>> {
  const { $client: client } = deps.database
  const { rows: tables } = await client.query(`
    SELECT quote_ident(nspname) || '.' || quote_ident(relname) AS name
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname IN ('public', 'sandbox', 'graphile_worker') AND relname <> 'places'`)
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`)
    dump.set(name, rows[0].text ?? '')
  }
  return dump
}

/** Where any of the words is, as "table: word", without regard to case. */
export function findWords(dump: ReadonlyMap<string, string>, words: readonly string[]): string[] {
  return [...dump].flatMap(([name, text]) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${name}: ${word}`),
  )
}

/** The keys of all stored files, in the trash or not. */
export async function listStored({ deps: { storage } }: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  for await (const { key } of storage.listTrash()) keys.push(key)
  return keys
}

/** The token of the newest link that opens a closed account again. */
export async function findReopenToken(app: TestApp, email: string): Promise<string> {
  const emails = await listEmailsTo(app, email)
  return emails.flatMap(({ text }) => /reopen-account\?token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1) ?? ''
}
