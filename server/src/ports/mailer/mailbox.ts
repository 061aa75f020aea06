import { desc, eq } from 'drizzle-orm'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { App } from '../../platform/http.ts'
import type { Mailer } from './port.ts'
import { mailbox } from './tables.ts'

const LIST_LIMIT = 100

/** Stores emails to read at `/dev/mailbox`, for installations without an SMTP server. */
export function createMailbox(database: Database, clock: Clock): Mailer {
  return {
    async send(email) {
      await database.insert(mailbox).values({
        recipient: email.to,
        subject: email.subject,
        text: email.text,
        html: email.html,
        replyTo: email.replyTo,
        unsubscribeUrl: email.unsubscribeUrl,
        sentAt: clock.now(),
      })
    },
    close() {},
  }
}

/** Escapes the text and turns its URLs into links. */
function linkify(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

const STYLE = `
  body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem; background: #FBF8F2; color: #1C2B26; font: 17px/1.6 system-ui, sans-serif }
  h1 { font-size: 28px } a { color: #1F5D46 } li { list-style: none; padding: .75rem 0; border-top: 1px solid #E4DCCB }
  ul { padding: 0 } small { color: #55645D } pre { white-space: pre-wrap; font: inherit; background: #fff; padding: 1.5rem; border-radius: 20px }`

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${content}</body></html>`
}

/** The pages at `/dev/mailbox`. Registered only when no SMTP server is configured, never in production. */
export function mailboxRoutes(app: App, database: Database): void {
  const open = { config: { access: 'public' as const }, schema: { hide: true } }

  app.get('/dev/mailbox', open, async (_request, reply) => {
    const emails = await database.select().from(mailbox).orderBy(desc(mailbox.id)).limit(LIST_LIMIT)
    const rows = emails.map(
      (email) =>
        `<li><a href="/dev/mailbox/${email.id}">${escapeHtml(email.subject)}</a><br>
         <small>to ${escapeHtml(email.recipient)} · ${email.sentAt.toISOString()}</small></li>`,
    )
    return reply
      .type('text/html')
      .send(page('Sent mail', emails.length ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet</p>'))
  })

  const findEmail = async (id: string) => {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    const [email] = await database
      .select()
      .from(mailbox)
      .where(eq(mailbox.id, Number(id)))
    if (!email) throw notFound()
    return email
  }

  app.get('/dev/mailbox/:id', open, async (request, reply) => {
    const email = await findEmail((request.params as { id: string }).id)
    const replyTo = email.replyTo ? ` · replies go to ${escapeHtml(email.replyTo)}` : ''
    const head = `<p><small>to ${escapeHtml(email.recipient)}${replyTo}</small><br>
      <small><a href="/dev/mailbox/${email.id}/html">as HTML</a> · <a href="/dev/mailbox">all mail</a></small></p>`
    return reply.type('text/html').send(page(email.subject, `${head}<pre>${linkify(email.text)}</pre>`))
  })

  app.get('/dev/mailbox/:id/html', open, async (request, reply) => {
    const email = await findEmail((request.params as { id: string }).id)
    return reply.type('text/html').send(email.html)
  })
}
