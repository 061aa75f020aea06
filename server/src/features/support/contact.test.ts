import { SUPPORT_EMAIL } from '@tendwell/contract/reference'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { digestTables } from '../../../test/table-digests.ts'
import { createSmtpMailer } from '../../ports/mailer/smtp.ts'
import { mailbox } from '../../ports/mailer/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const contactMessage = {
  name: 'Ada Byron',
  email: 'Ada@Example.test',
  subject: 'An <odd> question',
  message: 'Hello.\n\nDo you have <b>night</b> nurses?',
}
const send = (changes: object = {}) => app.visitor.post('/api/contact/', { ...contactMessage, ...changes })
const listEmailsTo = (recipient: string) =>
  app.deps.database.select().from(mailbox).where(eq(mailbox.recipient, recipient))

it('emails support, whose reply goes to the visitor', async () => {
  const answer = await send()
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: "Thank you for your message. We'll reply by email soon" },
  ])
  await app.drain()
  const [email, ...more] = await listEmailsTo(SUPPORT_EMAIL)
  expect(more).toEqual([])
  expect(email?.subject).toMatch(/^Contact form message [0-9a-f]{8}$/)
  expect(email?.replyTo).toBe('ada@example.test')
  expect(email?.text).toContain('Subject: An <odd> question')
  expect(email?.text).toContain('Ada Byron (ada@example.test) sent a message through the contact form:')
  expect(email?.text).toContain('Do you have <b>night</b> nurses?')
  expect(email?.html).not.toMatch(/<b>|<odd>/)
  expect(await listEmailsTo('ada@example.test')).toEqual([])
})

it.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [
    { name: 'Ada\r\nBcc: all' },
    'name',
    'Name can contain only letters, spaces, hyphens, apostrophes, dots, commas and &',
  ],
  [{ name: 'x'.repeat(256) }, 'name', 'Name must be at most 255 characters'],
  [{ email: 'ada' }, 'email', 'Enter a valid email'],
  [{ email: 'ada@example.test\nBcc: all@example.test' }, 'email', 'Enter a valid email'],
  [{ subject: '' }, 'subject', 'Subject is required'],
  [{ subject: 'a\nb' }, 'subject', 'Subject must be one line'],
  [{ subject: 'x'.repeat(151) }, 'subject', 'Subject must be at most 150 characters'],
  [{ message: null }, 'message', 'Message is required'],
  [{ message: 'x'.repeat(4_001) }, 'message', 'Message must be at most 4000 characters'],
  [{ message: 'a\0b' }, 'message', "Message has characters that can't be stored"],
  [{ message: '\ud800' }, 'message', "Message has characters that can't be stored"],
  [{ to: 'all@example.test' }, 'to', 'Unknown field'],
])('rejects %j', async (changes, field, message) => {
  const before = await digestTables(app)
  const answer = await send(changes)
  expect([answer.status, answer.body[field]]).toEqual([400, [message]])
  expect(await digestTables(app)).toEqual(before)
})

describe('over SMTP', () => {
  it('sets Reply-To, and refuses line breaks in headers', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (part: Buffer) => {
          text += part.toString()
        })
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Tendwell <hello@example.test>')
    try {
      const email = {
        to: SUPPORT_EMAIL,
        subject: 'A question',
        text: 'Hello',
        html: '<p>Hello</p>',
      }
      await mailer.send({ ...email, replyTo: 'ada@example.test' })
      await mailer.send(email)
      for (const field of ['to', 'subject', 'replyTo']) {
        const bad = { ...email, [field]: 'a\r\nBcc: all@example.test' }
        await expect(mailer.send(bad)).rejects.toThrow('A mail header has a line break')
      }
    } finally {
      mailer.close()
      await new Promise<void>((resolve) => server.close(resolve))
    }
    const heads = received.map((text) => text.split('\r\n\r\n')[0])
    expect(heads[0]).toMatch(/^Reply-To: ada@example\.test$/m)
    expect(heads[1]).not.toMatch(/^Reply-To/m)
    expect(received).toHaveLength(2)
    for (const head of heads) expect(head).not.toMatch(/^Bcc/im)
  })
})
