/** Requests that no HTTP client would send, written to the socket directly. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const TIMEOUT_MS = 60_000

/** @returns everything the server sends until it closes the connection */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const chunks: Buffer[] = []
    const answer = () => Buffer.concat(chunks).toString('latin1')
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => resolve(answer()))
    socket.on('error', reject)
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy()
      reject(new Error(`The connection stayed open after ${answer().slice(0, 100)}`))
    })
    socket.write(text, 'latin1')
  })
}

const request = (target: string, { method = 'GET', host = 'x', more = '' } = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`

const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

/** @returns the start of an answer that is wrong, or null */
async function findProblem(text: string): Promise<string | null> {
  const answer = await sendRaw(text).catch((error: Error) => error.message)
  const status = parseStatus(answer)
  const isLeak = /"workspaces"|^access-control-allow-origin:/im.test(answer)
  const redirectsAway = /^location: (?!\/[^/\\])/im.test(answer)
  return status >= 200 && status < 500 && !isLeak && !redirectsAway ? null : answer.slice(0, 120)
}

/** @returns the wrong answers, by the request head */
async function findProblems(heads: readonly string[]): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const head of heads) {
    const problem = await findProblem(head)
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

test('serves or rejects odd URLs', async () => {
  expect(await findProblems(ADDRESSES.map((address) => request(address)))).toEqual({})
})

test('serves or rejects odd hosts', async () => {
  const heads = HOSTS.flatMap((host) => TARGETS.map((target) => request(target, { host })))
  expect(await findProblems(heads)).toEqual({})
})

test('serves or rejects odd methods and headers', async () => {
  const heads = HEADS.flatMap(([method, more]) => TARGETS.map((target) => request(target, { method, more })))
  expect(await findProblems(heads)).toEqual({})
})

test('answers an unsupported protocol upgrade and closes the connection', async () => {
  for (const more of [
    'Connection: upgrade\r\nUpgrade: h2c\r\n',
    'Connection: upgrade\r\nUpgrade: websocket\r\n',
  ]) {
    for (const target of ['/', '/api/requests', '/api/notifications']) {
      expect(await findProblems([request(target, { more })])).toEqual({})
    }
  }
  const open = await new Promise<number>((resolve) =>
    app.app.server.getConnections((_, count) => resolve(count)),
  )
  expect(open).toBe(0)
})

test('rejects paths that cannot be decoded with an ordinary error body', async () => {
  for (const target of ['/api/requests/%', `/api/requests/${'1'.repeat(300)}`]) {
    const answer = await sendRaw(request(target))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'request_id'])
  }
})
