import { text } from '@tendwell/contract/wire'
import { desc, eq, ilike, or } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { type Database, escapeLike } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { allowInlineScripts } from '../../platform/http/html.ts'
import type { App } from '../../platform/http/http.ts'
import { renderEmailPage, renderList, SCRIPT_SOURCE } from './mailbox-page.ts'
import type { Mailer } from './port.ts'
import { mailbox } from './tables.ts'

const LIST_LIMIT = 100

const listQuery = z.object({ q: text('Filter', 200).default('') })

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
        attachments: email.attachments,
        sentAt: clock.now(),
      })
    },
    close() {},
  }
}

/** The pages at `/dev/mailbox`, never in production. With an SMTP server they get nothing new. */
export function mailboxRoutes(app: App, database: Database): void {
  const config = { access: 'public' as const }
  const publicOptions = { config, schema: { hide: true } }

  app.get(
    '/dev/mailbox',
    { config, schema: { hide: true, querystring: listQuery } },
    async (request, reply) => {
      const { q } = request.query
      const pattern = `%${escapeLike(q)}%`
      const emails = await database
        .select()
        .from(mailbox)
        .where(
          or(...[mailbox.recipient, mailbox.subject, mailbox.text].map((column) => ilike(column, pattern))),
        )
        .orderBy(desc(mailbox.id))
        .limit(LIST_LIMIT)
      return sendPage(reply, renderList(emails, q))
    },
  )

  /** @throws AppError 404 for an unknown id, and for a text that is none */
  const requireEmail = async (id: string) => {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
    const [email] = await database
      .select()
      .from(mailbox)
      .where(eq(mailbox.id, Number(id)))
    if (!email) throw notFound()
    return email
  }

  app.get('/dev/mailbox/:id', publicOptions, async (request, reply) => {
    return sendPage(reply, renderEmailPage(await requireEmail((request.params as { id: string }).id)))
  })

  app.get('/dev/mailbox/:id/html', publicOptions, async (request, reply) => {
    const email = await requireEmail((request.params as { id: string }).id)
    return reply.type('text/html').send(email.html)
  })

  app.get('/dev/mailbox/:id/attachments/:index', publicOptions, async (request, reply) => {
    const { id, index } = request.params as { id: string; index: string }
    const attachment = (await requireEmail(id)).attachments[Number(index)]
    if (!attachment) throw notFound()
    return reply
      .type(attachment.contentType)
      .header('content-disposition', `attachment; filename="${attachment.filename}"`)
      .send(attachment.content)
  })
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  allowInlineScripts(reply, SCRIPT_SOURCE)
  return reply.type('text/html').send(html)
}
