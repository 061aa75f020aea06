/**
 * A bare Fastify route that runs the SQL statements of one of the product's calls, to compare the call with.
 */
import fastify from 'fastify'
import { expect, vi } from 'vitest'
import type { TestApp } from '../../server/test/app.ts'

type Statement = { text: string; values: unknown[] }

/** Makes one call. @returns its answer, and the SQL statements that the product ran */
export async function captureStatements({ deps, visitor }: TestApp, path: string) {
  const query = vi.spyOn(deps.database.$client, 'query')
  const { body, status } = await visitor.get(path)
  const sent = query.mock.calls as unknown as [{ text: string }, unknown[]][]
  // The product also reads the database's clock now and then.
  const statements = sent
    .filter(([{ text }]) => !text.includes('clock_timestamp()'))
    .map(([{ text }, values]) => ({ text, values }))
  query.mockRestore()
  expect(status, path).toBe(200)
  return { body, statements }
}

export type BareRoute = { url: string; statements: Statement[]; close(): Promise<void> }

export async function openBareRoute({ deps }: TestApp): Promise<BareRoute> {
  const app = fastify()
  const route: BareRoute = { url: '', statements: [], close: () => app.close() }
  const run = async ({ text, values }: Statement) =>
    (await deps.database.$client.query({ text, rowMode: 'array' }, values)).rows
  app.get('/', () => Promise.all(route.statements.map(run)))
  route.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return route
}
