import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { renderEmail } from './email.ts'
import { mailbox } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hostile = `Eve</title></pre><script src="/x.js"></script><img src=x onerror='alert(1)'> & "Co"`

async function lastId(): Promise<number> {
  const [mail] = await app.deps.database
    .select({ id: mailbox.id })
    .from(mailbox)
    .orderBy(desc(mailbox.id))
    .limit(1)
  return mail?.id ?? 0
}

async function open(path: string) {
  const answer = await fetch(app.url + path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

it('shows emails as rendered, with all text escaped', async () => {
  await app.deps.mailer.send({
    ...renderEmail({
      to: 'nora@example.test',
      subject: `${hostile} would like to book you`,
      greeting: `Dear ${hostile},`,
      paragraphs: [`First line of ${hostile}\nSecond line`],
      action: { label: hostile, url: `${app.url}/requests?name=${hostile}` },
    }),
    replyTo: `${hostile}@example.test`,
  })
  const id = await lastId()

  for (const path of ['/dev/mailbox', `/dev/mailbox/${id}`, `/dev/mailbox/${id}/html`]) {
    const { status, headers, html } = await open(path)
    expect([path, status, headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringMatching(/^text\/html/),
    ])
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'( 'sha256-[^' ]+')?;/)
    expect(html).toContain('Eve&#60;/title&#62;')
    expect(html).not.toMatch(/<script src|<img|onerror='|"Co"/)
  }
  const { html } = await open(`/dev/mailbox/${id}/html`)
  expect(html).toContain('<br>Second line</p>')
  expect(html).toContain('With care,<br>Tendwell')
  expect(html).toContain(`<a href="${app.url}/requests?name=Eve&#60;/title`)
})

it('lists the emails to an address or with a text', async () => {
  const send = (to: string, subject: string, line: string) =>
    app.deps.mailer.send({
      ...renderEmail({ to, subject, greeting: 'Hello,', paragraphs: [line] }),
      replyTo: undefined,
    })
  await send('ines@example.test', 'Your booking is confirmed', 'Bring 100 % of your patience')
  await send('omar@example.test', 'New request', 'Ines would like to book you')
  const list = async (filter: string) => {
    const { html } = await open(`/dev/mailbox?q=${encodeURIComponent(filter)}`)
    return [...html.matchAll(/<li><a [^>]*>([^<]*)</g)].map(([, subject]) => subject)
  }
  expect(await list('INES@example')).toEqual(['Your booking is confirmed'])
  expect(await list('ines')).toEqual(['New request', 'Your booking is confirmed'])
  expect(await list('0 %')).toEqual(['Your booking is confirmed'])
  expect(await list('%')).toEqual(['Your booking is confirmed'])
  expect(await list('nobody')).toEqual([])
  const { html } = await open(`/dev/mailbox?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(html).toContain('No mail matches')
  expect(html).not.toContain('alert(1)</script>')
  expect((await open('/dev/mailbox?q=%00')).status).toBe(400)
})

it('shows the email at once, with its time for the browser to localize, and its plain text', async () => {
  const { html } = await open(`/dev/mailbox/${await lastId()}`)
  expect(html).toContain('<template shadowrootmode="open"><!doctype html>')
  expect(html).toMatch(/<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">/)
  expect(html).toMatch(/<pre>Hello,\s+Ines would like to book you/)
})

it('offers attachments for download', async () => {
  const attachment = { filename: 'booking-12.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }
  const content = { to: 'nora@example.test', subject: 'Your booking', greeting: 'Hi Nora,', paragraphs: [] }
  await app.deps.mailer.send(renderEmail({ ...content, attachments: [attachment] }))
  const page = `/dev/mailbox/${await lastId()}`
  expect((await open(page)).html).toContain(`<a href="${page}/attachments/0" download>booking-12.ics</a>`)
  const file = await open(`${page}/attachments/0`)
  expect([file.headers.get('content-type'), file.html]).toEqual(['text/calendar', 'BEGIN:VCALENDAR'])
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="booking-12.ics"')
  for (const index of ['1', '-1', 'x', ''])
    expect((await open(`${page}/attachments/${index}`)).status).toBe(404)
})

it('leaves the signature out of unsigned emails', () => {
  const { text, html } = renderEmail({
    to: 'support@example.test',
    subject: 'A question',
    greeting: 'Ada wrote:',
    paragraphs: ['Hello.'],
    isUnsigned: true,
  })
  expect(text + html).not.toContain('With care')
})

it.each(['/dev/mailbox/999999/html', '/dev/mailbox/0/html', '/dev/mailbox/1%27/html'])(
  'answers 404 to %s',
  async (path) => {
    expect((await open(path)).status).toBe(404)
  },
)
