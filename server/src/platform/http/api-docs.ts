import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import swagger from '@fastify/swagger'
import { PRODUCT_NAME } from '@tendwell/contract/reference'
import type { FastifyReply } from 'fastify'
import { VERSION } from '../version.ts'
import {
  API_COMPONENTS,
  type ApiExamples,
  type ApiTag,
  completeOperations,
  createTransform,
} from './api-operations.ts'
import type { App } from './http.ts'

const require = createRequire(import.meta.url)
const libraryEntry = require.resolve('@scalar/fastify-api-reference')
/**
 * The library's script, for a page of our own: the library's page has an inline script, which we don't allow.
 */
const referenceScript = path.join(path.dirname(libraryEntry), 'js/standalone.js')

const TITLE = `${PRODUCT_NAME} API`

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${TITLE}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><div id="reference"></div>
<script src="/api/docs/storage.js"></script><script src="/api/docs/reference.js"></script><script src="/api/docs/start.js"></script></body></html>`

/**
 * Replaces the browser's storage, which a sandboxed page doesn't have. The library keeps its settings there.
 */
const STORAGE = `const kept = new Map()
const storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, String(value)),
  removeItem: (key) => void kept.delete(key),
}
for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage })
`

/** The sandbox gives the page an origin of its own, so that it can't read the tokens in the app's storage. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"

type ApiDocs = { tags: readonly ApiTag[]; examples: ApiExamples; operatorName: string }

/**
 * Serves the OpenAPI 3.1 document, generated from the schemas that validate the calls, and a page that
 * displays it. Call this before the routes are added, because earlier routes aren't listed.
 * @see docs/rules/README.md#security
 */
export async function documentApi(app: App, { tags, examples, operatorName }: ApiDocs): Promise<void> {
  const info = {
    title: TITLE,
    version: VERSION,
    description:
      'What the web app calls. Errors have one form, with a `code` for programs and a `detail` for people. ' +
      'Programs can read all this as [OpenAPI](/api/openapi.json).',
    contact: { name: operatorName },
  }
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: tags.map(({ name, description }) => ({ name, description })),
      components: API_COMPONENTS as object,
    },
    transform: createTransform(tags),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The document must be OpenAPI 3')
      completeOperations(document.openapiObject.paths ?? {}, examples)
      return document.openapiObject
    },
  })
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!schema?.hide && !schema?.summary) throw new Error(`${method} ${url} has no summary`)
  })
  const options = { config: { access: 'public' }, schema: { hide: true } } as const
  app.get('/api/openapi.json', options, () => app.swagger())
  app.get('/api/docs', options, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
  app.get('/api/docs/storage.js', options, (_request, reply) => sendScript(reply, STORAGE))
  app.get('/api/docs/reference.js', options, (_request, reply) =>
    sendScript(reply, createReadStream(referenceScript)),
  )
  app.get('/api/docs/start.js', options, (_request, reply) => {
    const settings = {
      content: app.swagger(),
      withDefaultFonts: false,
      // The sandbox allows neither calls nor downloads.
      hideClientButton: true,
      hideTestRequestButton: true,
      documentDownloadType: 'none',
      showDeveloperTools: 'never',
      customCss: 'a[href*="scalar.com"] { display: none }',
    }
    return sendScript(reply, `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})`)
  })
}

/** Sends a script to the sandboxed page, which the browser treats as a page of another origin. */
function sendScript(reply: FastifyReply, script: Parameters<FastifyReply['send']>[0]): FastifyReply {
  return reply.type('text/javascript').header('cross-origin-resource-policy', 'cross-origin').send(script)
}
