import type { FastifyReply } from 'fastify'
import type { App } from '../../platform/http/http.ts'
import { buildContentPolicy } from './document.ts'

const FORM_LIMIT_BYTES = 8 * 1_024

/** Registers hosted pages with plain HTML forms, in a scope of their own. */
export function addSandboxPages(app: App, publicUrl: () => string, addPages: (scope: App) => void): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', buildContentPolicy(publicUrl()))
      reply.header('cache-control', 'no-store')
    })
    addPages(scope)
  })
}

export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
