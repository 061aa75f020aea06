/** The description of the API is complete and valid. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_EXAMPLES, API_TAGS } from '../src/api-catalog.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { documentApi } from '../src/platform/http/api-docs.ts'
import { createHttp } from '../src/platform/http/http.ts'
import { createLog } from '../src/platform/log.ts'
import { type TestApp, testApp } from './app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Paths = Record<string, any>

let app: TestApp
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
let document: any
beforeAll(async () => {
  app = await testApp()
  document = (await app.visitor.get('/api/openapi.json')).body
})
afterAll(() => app.close())

test('describes each operation with a summary, a tag, access, error answers and examples', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object))
  expect(operations.length).toBeGreaterThan(120)
  for (const operation of operations) {
    const { summary, tags, operationId, description, security, requestBody, responses } = operation
    expect([summary, description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)])
    expect(operationId).toMatch(/^[a-z]+[A-Za-z]+$/)
    expect([tags.length, Array.isArray(security), '503' in responses]).toEqual([1, true, true])
    const media = [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values((part as { content?: object } | undefined)?.content ?? {}),
    )
    for (const one of media) expect(one).toHaveProperty('example')
  }
})

test('says what a call replaces that replaces more than one thing', () => {
  expect(document.paths['/api/availability/rules'].put.description).toContain(
    'replace all windows of the given weekdays, including any that another browser added meanwhile',
  )
})

/** A month's statement is a document with sums; its entries are never split into pages. */
const NO_LIST = ['/api/wallets/mine/statement']

test('each list answers count, next, previous and results, and none is a bare array', () => {
  const lists = []
  for (const [path, item] of Object.entries(document.paths as Paths)) {
    const schema = resolve(item.get?.responses['200']?.content?.['application/json']?.schema)
    expect(schema?.type, path).not.toBe('array')
    if (!schema?.properties?.results || NO_LIST.includes(path)) continue
    lists.push(path)
    expect(Object.keys(schema.properties), path).toEqual(
      expect.arrayContaining(['count', 'next', 'previous', 'results']),
    )
  }
  expect(lists.length).toBeGreaterThan(50)
})

/** The schema itself where one only names another. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
function resolve(schema: any): any {
  if (!schema?.$ref) return schema
  const names: string[] = schema.$ref.slice(2).split('/')
  return resolve(names.reduce((part, name) => part[name], document))
}

test('refuses a route without a summary', async () => {
  const log = createLog('silent')
  const http = await createHttp(readConfig({}), log)
  await documentApi(http, { tags: API_TAGS, examples: API_EXAMPLES, operatorName: 'Tendwell' })
  const config = { access: 'public' } as const
  http.get('/api/described', { config, schema: { summary: 'Describe' } }, () => '')
  expect(() => http.get('/api/undescribed', { config }, () => '')).toThrow('has no summary')
  await http.close()
})
