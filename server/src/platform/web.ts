import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { notFound } from './errors.ts'
import type { App } from './http.ts'

/** The built web app; the same place from the sources and from the build. */
const root = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const YEAR_MS = 365 * 24 * 3_600 * 1_000

/** Serves the web app. A path that is no file is the app's own to show; those of the server stay 404. */
export async function webRoutes(app: App): Promise<void> {
  app.setNotFoundHandler((_request, _reply) => {
    throw notFound()
  })
  if (!existsSync(root)) return
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true })
  app.get(
    '/*',
    { config: { access: 'public', rateLimit: false }, schema: { hide: true } },
    (request, reply) => {
      const path = request.url.replace(/[?#].*$/s, '')
      if (/^\/(api|ws|dev|sandbox|files|avatars)(\/|$)/.test(path)) throw notFound()
      if (path.startsWith('/assets/'))
        return reply.sendFile(path.slice(1), { maxAge: YEAR_MS, immutable: true })
      if (/\.[a-z0-9]{2,11}$/i.test(path)) return reply.sendFile(path.slice(1))
      return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
    },
  )
}
