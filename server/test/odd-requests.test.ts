/** What no client library would send: written to the socket as it is. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const PATIENCE_MS = 5_000

/** Sends the text and answers all that comes back until the other side ends, as it was asked to. */
function speak(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const chunks: Buffer[] = []
    const answer = () => Buffer.concat(chunks).toString('latin1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(answer()))
    socket.on('error', reject)
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      reject(new Error(`The connection was left open after ${answer().slice(0, 100)}`))
    })
    socket.write(text, 'latin1')
  })
}

const request = (target: string, { method = 'GET', host = 'x', more = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** Speaks to the product and answers what it said, or what is wrong with that. */
async function problemOf(text: string): Promise<string | null> {
  const answer = await speak(text).catch((error: Error) => error.message)
  const status = statusOf(answer)
  const isLeak = /"workspaces"|^access-control-allow-origin:/im.test(answer)
  const leadsAway = /^location: (?!\/[^/\\])/im.test(answer)
  return status >= 200 && status < 500 && !isLeak && !leadsAway ? null : answer.slice(0, 120)
}

/** What went wrong, by the head that was sent. */
async function problemsOf(heads: readonly string[]): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const head of heads) {
    const problem = await problemOf(head)
    if (problem !== null) problems[head.slice(0, 120)] = problem
  }
  return problems
}

const ADDRESSES = [
  '/', '//', '///', '//evil.test/x', '//evil.test:99999/', '/\\evil', '/%00', '/%00.js', '/%E0%A4%A', '/%', '/?%',
  '/?a=%zz', '/..%2f..%2fpackage.json', '/assets/../../../package.json', '/assets/..%2f..%2fpackage.json', '/.env',
  '/assets/', '*', 'http://x/api/notifications', 'http://[/', 'http://', '/api//requests', '/api/requests//',
  '/API/requests', '/:80/', `/${'x/'.repeat(5_000)}`, '/avatars/%2e%2e/%2e%2e',
  '/avatars/initials/svg?seed=%ED%A0%80', '/api/docs', '/api/docs//',
] // biome-ignore format: a list to read across
const HOSTS = ['', '%%%', '[', 'a b', 'evil.test/..', 'x:99999', 'x@y', '\xff']
const HEADS: [string, string][] = [
  ['TRACE', ''],
  ['PROPFIND', ''],
  ['QUERY', ''],
  ['OPTIONS', 'Origin: https://evil.test\r\nAccess-Control-Request-Method: POST\r\n'],
  ['GET', 'Content-Length: -1\r\n'],
  ['GET', 'Range: bytes=9999999-\r\n'],
  ['GET', 'Expect: nonsense\r\n'],
  ['GET', 'Accept-Encoding: nonsense;q=9\r\n'],
  ['GET', 'If-None-Match: "\r\n'],
  ['GET', `X: ${'y'.repeat(20_000)}\r\n`],
  ['GET', 'Authorization: Bearer \xff\r\n'],
  ['POST', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ['POST', 'Content-Type: \xff\r\nContent-Length: 0\r\n'],
  ['POST', 'Idempotency-Key: \xff\r\nContent-Length: 0\r\n'],
]
const TARGETS = [
  '/',
  '/api/docs',
  '/api/docs/',
  '/api/requests',
  '/api/notifications?page=2',
  '/api/auth/login',
  '/ws/notifications',
]

test('odd addresses are served or refused', async () => {
  expect(await problemsOf(ADDRESSES.map((address) => request(address)))).toEqual({})
})

test('odd hosts are served or refused', async () => {
  const heads = HOSTS.flatMap((host) => TARGETS.map((target) => request(target, { host })))
  expect(await problemsOf(heads)).toEqual({})
})

test('odd methods and headers are served or refused', async () => {
  const heads = HEADS.flatMap(([method, more]) => TARGETS.map((target) => request(target, { method, more })))
  expect(await problemsOf(heads)).toEqual({})
})

test('what asks for another protocol where there is none is answered and let go', async () => {
  for (const more of [
    'Connection: upgrade\r\nUpgrade: h2c\r\n',
    'Connection: upgrade\r\nUpgrade: websocket\r\n',
  ]) {
    for (const target of ['/', '/api/requests', '/api/notifications']) {
      expect(await problemsOf([request(target, { more })])).toEqual({})
    }
  }
  const left = await new Promise<number>((resolve) =>
    app.app.server.getConnections((_, count) => resolve(count)),
  )
  expect(left).toBe(0)
})

test('what can not be decoded is refused in the wire form as well', async () => {
  for (const target of ['/api/requests/%', `/api/requests/${'1'.repeat(300)}`]) {
    const answer = await speak(request(target))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'request_id'])
  }
})
