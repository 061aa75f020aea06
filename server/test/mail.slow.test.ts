/** Delivery over SMTP, to a server on loopback. */
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../../scripts/free-port.mjs'
import { renderEmail } from '../src/ports/mailer/email.ts'
import { type TestApp, testApp } from './app.ts'
import { makeUser, PASSWORD, verifyEmail } from './factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from './factories/availability.ts'
import { sendRequest } from './factories/bookings.ts'
import { scrape } from './scrape.ts'

type ReceivedEmail = { from: string; to: string[]; head: string; text: string; raw: string }

let app: TestApp
let port: number
let server: SMTPServer | null = null
let received: ReceivedEmail[]
/** The SMTP code with which the server rejects emails; null if it accepts them. */
let rejection: number | null
/** What the server answers to senders and recipients that it refuses. */
let refusals: Map<string, string>
let connections: number

beforeEach(async () => {
  received = []
  rejection = null
  refusals = new Map()
  connections = 0
  port = await findFreePort()
  app = await testApp({
    SMTP_URL: `smtp://postman:secret%40word@127.0.0.1:${port}`,
    MAIL_FROM: 'Tendwell <hello@tendwell.test>',
  })
})
afterEach(async () => {
  await app.close()
  await stopServer()
})

/** An answer such as `550 5.1.1 no such user`, as an error of the server. */
function refuse(address: string): Error | null {
  const [, code, text] = /^(\d+) (.*)$/.exec(refusals.get(address) ?? '') ?? []
  return code ? Object.assign(new Error(`${text} <${address}>`), { responseCode: Number(code) }) : null
}

async function startServer(): Promise<void> {
  const started = new SMTPServer({
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onMailFrom: ({ address }, _session, done) => done(refuse(address)),
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === 'postman' && password === 'secret@word'
      done(isKnown ? null : new Error('not known'), { user: username })
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        if (rejection !== null) return done(Object.assign(new Error('not now'), { responseCode: rejection }))
        const to = envelope.rcptTo.map(({ address }) => address)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const raw = Buffer.concat(chunks).toString('utf8')
        received.push({ from, to, raw, ...parseMessage(raw) })
        done()
      })
    },
  })
  server = started
  await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
}

async function stopServer(): Promise<void> {
  const running = server
  server = null
  if (running) await new Promise<void>((resolve) => running.close(resolve))
}

/** Parses a raw message into its header, with folded lines joined, and its decoded plain-text part. */
function parseMessage(message: string): { head: string; text: string } {
  const [head = ''] = message.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const plain = message.split(`--${boundary}`).find((part) => /content-type: text\/plain/i.test(part)) ?? ''
  const encoded = plain.slice(plain.indexOf('\r\n\r\n') + 4)
  const isQuoted = /content-transfer-encoding: quoted-printable/i.test(plain)
  const text = isQuoted
    ? Buffer.from(
        encoded
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8')
    : encoded
  return { head: head.replace(/\r\n[ \t]+/g, ' '), text }
}

const signupBody = (email: string) => ({
  full_name: 'Nora New',
  email,
  password: PASSWORD,
  role: 'caretaker',
})
/** @returns the browser's handle */
async function signUp(email: string): Promise<string> {
  const { status, body } = await app.visitor.post('/api/auth/signup', signupBody(email))
  expect(status).toBe(201)
  return body.verification_handle
}

test('delivers the verification email, whose link works', async () => {
  await startServer()
  const handle = await signUp('nora@example.test')
  await app.drain()
  expect(received).toHaveLength(1)
  const [email] = received
  expect(email).toMatchObject({ from: 'hello@tendwell.test', to: ['nora@example.test'] })
  expect(email?.head).toMatch(/^From: Tendwell <hello@tendwell\.test>$/m)
  expect(email?.head).toMatch(/^To: nora@example\.test$/m)
  expect(email?.head).toMatch(/^Subject: \d{6} is your Tendwell code$/m)
  expect(email?.head).not.toMatch(/^List-Unsubscribe/m)
  const link = new RegExp(`${app.url}/verify-email\\?token=([\\w-]+)`).exec(email?.text ?? '')
  expect((await verifyEmail(app, link?.[1], handle)).status).toBe(200)
  expect((await app.visitor.get('/dev/mailbox')).body).toContain('No mail yet')
})

test('delivers an attachment', async () => {
  await startServer()
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Care with Zoë K.\r\n'
  const attachment = { filename: 'booking-12.ics', contentType: 'text/calendar; charset=utf-8', content }
  const email = { to: 'nora@example.test', subject: 'Your booking', greeting: 'Hi Nora,', paragraphs: [] }
  await app.deps.mailer.send(renderEmail({ ...email, attachments: [attachment] }))
  const parts = received[0]?.raw.split('\r\n\r\n') ?? []
  const at = parts.findIndex((part) => /^content-type: text\/calendar; charset=utf-8;/im.test(part))
  expect(parts[at]).toMatch(/^content-disposition: attachment; filename=booking-12\.ics$/im)
  expect(parts[at]).toMatch(/^content-transfer-encoding: base64$/im)
  expect(Buffer.from(parts[at + 1] ?? '', 'base64').toString()).toContain(content)
})

test('keeps line breaks in a name from adding headers or recipients', async () => {
  await startServer()
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, dateIn(app, 7))
  const names = [
    'Eve\r\nBcc: victim@example.test\r\nX-Evil: 1',
    'Eve\nBcc: victim@example.test',
    'Eve\rX-Evil: 1',
    'Eve\u2028Bcc: victim@example.test\u0085X-Evil: 1',
    'Ève =?utf-8?Q?=0D=0ABcc:_victim@example.test?=',
    'Eve"><b>, victim@example.test',
  ]
  for (const [index, fullName] of names.entries()) {
    const family = await makeUser(app, { role: 'caretaker', fullName })
    const date = dateIn(app, 7)
    const answer = await sendRequest(family, caregiver.id, [
      { date, start: `${index + 10}:00`, end: `${index + 11}:00` },
    ])
    expect(answer.status).toBe(201)
  }
  await app.drain()
  // The families too get a mail each, without a way to unsubscribe.
  const toCaregiver = received.filter(({ to }) => to.includes(caregiver.email))
  expect([received.length, toCaregiver.length]).toEqual([2 * names.length, names.length])
  for (const { head, to } of toCaregiver) {
    expect(to).toEqual([caregiver.email])
    const fields = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase())
    expect(fields).not.toContain('bcc')
    expect(fields).not.toContain('x-evil')
    expect(fields.filter((field) => field === 'subject' || field === 'to')).toHaveLength(2)
    expect(head).toMatch(/^Subject: .+$/m)
    expect(head).toMatch(/^List-Unsubscribe: <http:\S+\/api\/notifications\/unsubscribe\?token=\S+>$/m)
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  }
})

test('delivers each email once when the server is back after an outage', async () => {
  const handles = [await signUp('early@example.test'), await signUp('second@example.test')]
  await app.drain()
  await app.advance(1)
  expect(received).toEqual([])
  // Everything else keeps working.
  expect(
    (await app.visitor.post('/api/auth/login', { email: 'early@example.test', password: PASSWORD })).status,
  ).toBe(400)

  await startServer()
  rejection = 451
  await app.advance(60)
  expect(received).toEqual([])

  rejection = null
  await app.advance(60)
  await app.advance(60)
  expect(received.map(({ to }) => to[0]).sort()).toEqual(['early@example.test', 'second@example.test'])
  const token = /verify-email\?token=([\w-]+)/.exec(received[0]?.text ?? '')?.[1]
  const handle = handles[received[0]?.to[0] === 'early@example.test' ? 0 : 1]
  expect((await verifyEmail(app, token, handle)).status).toBe(200)
})

test('sends the emails that wait for their next attempt once the server takes another one', async () => {
  const waiting = ['early@example.test', 'second@example.test', 'third@example.test']
  for (const email of waiting) await signUp(email)
  await app.drain()
  await app.advance(1)
  await app.advance(1)
  await startServer()
  await signUp('late@example.test')
  await app.drain()
  expect(received.map(({ to }) => to[0]).sort()).toEqual([...waiting, 'late@example.test'].sort())
})

const findJobs = async () =>
  (
    await app.deps.database.$client.query(
      'SELECT attempts, max_attempts, last_error FROM graphile_worker.jobs ORDER BY id',
    )
  ).rows

test('sends one after another over one connection', async () => {
  await startServer()
  const email = 'same@example.test'
  await signUp(email)
  await app.drain()
  await app.visitor.post('/api/auth/password/reset', { email })
  await app.drain()
  expect(received).toHaveLength(2)
  expect(connections).toBe(1)
})

test('does not retry an email whose recipient or text is refused for good, and keeps the reason without the address', async () => {
  await startServer()
  refusals.set('gone@example.test', '550 5.1.1 no such user')
  await signUp('gone@example.test')
  await app.drain()
  rejection = 554
  await signUp('unwanted@example.test')
  await app.drain()
  rejection = null
  await app.advance(60)
  expect(received).toEqual([])
  expect(await findJobs()).toEqual([
    { attempts: 1, max_attempts: 1, last_error: 'The mail server answered 550 5.1.1 to RCPT TO' },
    { attempts: 1, max_attempts: 1, last_error: 'The mail server answered 554 to DATA' },
  ])
})

test.each([
  ['450 4.2.1 mailbox busy', 'late@example.test', 'The mail server answered 450 4.2.1 to RCPT TO'],
  ['550 5.7.1 unknown sender', 'hello@tendwell.test', 'The mail server answered 550 5.7.1 to MAIL FROM'],
])('retries after %s', async (answer, address, reason) => {
  await startServer()
  refusals.set(address, answer)
  await signUp('late@example.test')
  await app.drain()
  // On a slow machine the next attempt may have come already.
  const attempts = await scrape(app, 'tendwell_emails_total{result="failed"}')
  expect(await findJobs()).toEqual([{ attempts, max_attempts: 25, last_error: reason }])
  refusals.clear()
  await app.advance(60)
  expect(received.map(({ to }) => to)).toEqual([['late@example.test']])
})
