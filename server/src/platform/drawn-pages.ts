import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Ask, type Draw, type Drawing, KNOWN_ANSWERS_ID } from '@tendwell/contract/drawing'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from './html.ts'
import type { App } from './http.ts'

/** The web app's build for the server; the path is the same from the sources and from the build. */
const rendererFile = fileURLToPath(new URL('../../../web/dist-server/draw.js', import.meta.url))

/** A frame, filled with its page or empty. */
export type DrawnPage = { status: 200 | 404; text: string }

/**
 * Renders a page for a visitor into its frame, so that it shows before any script runs and has its own title and
 * description for search engines and social cards. Its data comes from the API with the visitor's address and no
 * session, so it shows only public data and counts against the visitor's limits. If rendering fails, the frame stays
 * empty and the browser renders the page.
 * @param publicUrl this installation's address, without a trailing slash
 */
export function createPageRenderer(app: App, publicUrl: () => string) {
  let draw: Promise<Draw | null> | null = null
  return async (request: FastifyRequest, frame: string): Promise<DrawnPage> => {
    const ask: Ask = async (path) => {
      const { ip: remoteAddress, headers } = request
      const host = { host: headers.host ?? '' }
      const response = await app.inject({ method: 'GET', url: path, headers: host, remoteAddress })
      return { status: response.statusCode, answer: response.json() }
    }
    try {
      draw ??= loadRenderer()
      const drawing = await (await draw)?.(request.url, ask)
      if (drawing === null) return { status: 404, text: frame }
      return { status: 200, text: drawing ? fillFrame(frame, drawing, publicUrl()) : frame }
    } catch (error) {
      request.log.warn({ err: error }, 'could not render a page')
      return { status: 200, text: frame }
    }
  }
}

async function loadRenderer(): Promise<Draw | null> {
  if (!existsSync(rendererFile)) return null
  const { draw }: { draw: Draw } = await import(pathToFileURL(rendererFile).href)
  return draw
}

/** Fills the frame with the page. Escapes everything except `head` and `body`. */
export function fillFrame(frame: string, { head, body, known, about }: Drawing, origin: string): string {
  const url = escapeHtml(origin + about.path)
  const own = [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`]
  // Only `<` could end the script element.
  const answers = JSON.stringify(known).replaceAll('<', '\\u003c')
  const text = setMetaTags(frame, about, origin)
    .replace(/<title>.*?<\/title>/s, () => [head, ...own].join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  return text.replace(
    '</body>',
    () => `  <script type="application/json" id="${KNOWN_ANSWERS_ID}">${answers}</script>\n  </body>`,
  )
}

/** Replaces the frame's default meta tags with the page's own. */
function setMetaTags(
  frame: string,
  { title, description, picture }: Drawing['about'],
  origin: string,
): string {
  const general = withMeta(
    withMeta(withMeta(frame, 'description', description), 'og:title', title),
    'og:description',
    description,
  )
  if (!picture) return general
  // A portrait doesn't fit a wide card, and its size is unknown here.
  const unmeasured = general.replace(/\s*<meta\s+property="og:image:(?:width|height)"[^>]*>/g, '')
  const shown = withMeta(unmeasured, 'og:image', new URL(picture.path, `${origin}/`).href)
  return withMeta(withMeta(shown, 'og:image:alt', picture.name), 'twitter:card', 'summary')
}

function withMeta(text: string, name: string, content: string): string {
  const tag = new RegExp(`(<meta\\s+(?:name|property)="${name}"\\s+content=")[^"]*`)
  return text.replace(tag, (_all, before: string) => before + escapeHtml(content))
}
