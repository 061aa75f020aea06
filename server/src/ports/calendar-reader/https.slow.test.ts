import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CalendarServer, startCalendarServer } from '../../../test/calendar-server.ts'
import { createHttpsCalendarReader } from './https.ts'
import type { ReadingError } from './port.ts'
import type { Resolve } from './public-address.ts'

const TEXT = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'

let server: CalendarServer
beforeAll(async () => {
  server = await startCalendarServer()
})
afterAll(() => server.close())

/**
 * Reads a calendar in an installation that trusts the test's server.
 * @param addresses what every host name resolves to, one for each look-up; the last one stays
 */
function read(address: string, addresses?: string[], timeoutMs?: number): Promise<string> {
  const waiting = [...(addresses ?? ['127.0.0.1'])]
  const resolve: Resolve = (_host, _options, done) => {
    const next = (waiting.length > 1 ? waiting.shift() : waiting[0]) as string
    done(
      null,
      next.split(',').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
    )
  }
  return createHttpsCalendarReader({ loopbackAuthority: server.authority, resolve, timeoutMs }).read(address)
}

const problemOf = (reading: Promise<string>) =>
  reading.then(
    () => 'read',
    (error: ReadingError) => error.problem,
  )

const named = (path: string) => `https://calendar.test:${server.port}${path}`
const redirectTo = (location: string) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(302, { location, connection: 'close' }).end()
}

it('reads a calendar, also behind redirects and packed', async () => {
  const plain = server.answer('/plain.ics', TEXT)
  expect(await read(plain)).toBe(TEXT)
  expect(await read(named('/plain.ics'))).toBe(TEXT)
  server.answer('/3', redirectTo('/2'))
  server.answer('/2', redirectTo(named('/1')))
  server.answer('/1', redirectTo('plain.ics'))
  expect(await read(named('/3'))).toBe(TEXT)
  for (const [encoding, packed] of [
    ['gzip', gzipSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ] as const) {
    const address = server.answer(`/${encoding}`, (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed)
    })
    expect(await read(address)).toBe(TEXT)
  }
})

describe('answers that are no calendar', () => {
  it('says what is wrong', async () => {
    const status = (code: number) =>
      server.answer(`/${code}`, (_request, response) => {
        response.writeHead(code).end(TEXT)
      })
    for (const code of [401, 403, 404, 410]) expect(await problemOf(read(status(code)))).toBe('missing')
    for (const code of [204, 304, 500, 503]) expect(await problemOf(read(status(code)))).toBe('server_error')
    server.answer('/4', redirectTo('/4'))
    expect(await problemOf(read(named('/4')))).toBe('too_many_redirects')
    const broken = server.answer('/broken', (request) => request.socket.destroy())
    expect(await problemOf(read(broken))).toBe('unreachable')
    const nowhere = createHttpsCalendarReader({
      resolve: (_host, _options, done) => done(new Error('ENOTFOUND'), []),
    })
    expect(await problemOf(nowhere.read('https://nowhere.test/'))).toBe('unreachable')
  })

  it('stops after 1 MB, packed or not', async () => {
    const large = 'X'.repeat(1_000_001)
    expect(await problemOf(read(server.answer('/fits', large.slice(1))))).toBe('read')
    expect(await problemOf(read(server.answer('/large', large)))).toBe('too_large')
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    const address = server.answer('/bomb', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const before = process.memoryUsage().rss
    expect(await problemOf(read(address))).toBe('too_large')
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  it('stops when the time is over, wherever it was spent', async () => {
    const silent = server.answer('/silent', () => {})
    expect(await problemOf(read(silent, undefined, 200))).toBe('too_slow')
    const dripping = server.answer('/dripping', (_request, response) => {
      response.writeHead(200)
      const drops = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drops))
    })
    expect(await problemOf(read(dripping, undefined, 200))).toBe('too_slow')
    const unresolved = createHttpsCalendarReader({ resolve: () => {}, timeoutMs: 200 })
    expect(await problemOf(unresolved.read('https://calendar.test/'))).toBe('too_slow')
  })

  it('refuses a certificate that it does not trust', async () => {
    server.answer('/plain.ics', TEXT)
    const resolve: Resolve = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    const wrongName = `https://other.test:${server.port}/plain.ics`
    const trusting = createHttpsCalendarReader({ loopbackAuthority: server.authority, resolve })
    expect(await problemOf(trusting.read(wrongName))).toBe('unreachable')
  })
})

describe('addresses of private networks', () => {
  it('refuses what is not a public https address', async () => {
    const reader = createHttpsCalendarReader()
    for (const address of [
      'http://calendar.example.com/',
      'ftp://calendar.example.com/',
      'file:///etc/passwd',
      'not an address',
      'https://user@calendar.example.com/',
      'https://user:password@calendar.example.com/',
      'https://calendar.example.com:8443/',
      'https://calendar.example.com./',
      'https://localhost/',
      'https://localhost./',
      'https://a.localhost/',
      'https://intranet/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://8.8.8.8/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fe80::1]/',
      'https://[2606:4700::1111]/',
    ]) {
      expect([address, await problemOf(reader.read(address))]).toEqual([address, 'refused'])
    }
  })

  it('does not connect to a private address that a name resolves to, at first or later', async () => {
    server.answer('/plain.ics', TEXT)
    for (const address of ['10.0.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.1']) {
      expect(await problemOf(read(named('/plain.ics'), [address]))).toBe('unreachable')
      server.answer('/again', redirectTo(named('/plain.ics')))
      expect(await problemOf(read(named('/again'), ['127.0.0.1', address]))).toBe('unreachable')
      expect(await problemOf(read(named('/plain.ics'), [`${address},127.0.0.1`]))).toBe('read')
    }
  })

  it('checks each redirect', async () => {
    for (const location of [
      'https://10.0.0.1/',
      'http://calendar.test/',
      'https://[fd00::1]/',
      'https://localhost/',
      'file:///etc/passwd',
      'https://user@calendar.test/',
    ]) {
      server.answer('/away', redirectTo(location))
      expect([location, await problemOf(read(named('/away')))]).toEqual([location, 'refused'])
    }
  })

  it('does not read from loopback in an ordinary installation', async () => {
    const resolve: Resolve = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    const reader = createHttpsCalendarReader({ resolve })
    expect(await problemOf(reader.read('https://calendar.test/'))).toBe('unreachable')
  })
})
