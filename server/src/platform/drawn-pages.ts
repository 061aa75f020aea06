import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Ask, type Draw, type Drawing, KNOWN_ANSWERS_ID } from '@tendwell/contract/drawing'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from './html.ts'
import type { App } from './http.ts'

/** What the web application's build makes for drawing its pages here; the same place from sources and build. */
const drawer = fileURLToPath(new URL('../../../web/dist-server/draw.js', import.meta.url))

/** A frame, as it is or with its page in it. */
export type DrawnPage = { status: 200 | 404; text: string }

/**
 * Draws a page as any visitor sees it into its frame: it is there before a script runs, and search engines and social
 * cards find its own words. It reads through the API itself, in the visitor's name, so that it can show nothing that
 * a visitor may not see and counts against the same limits. What can't be drawn just now the browser draws alone.
 * @param publicUrl this installation's address, without a slash at its end
 */
export function pageDrawing(app: App, publicUrl: () => string) {
  let draw: Promise<Draw | null> | null = null
  return async (request: FastifyRequest, frame: string): Promise<DrawnPage> => {
    const ask: Ask = async (path) => {
      const { ip: remoteAddress, headers } = request
      const host = { host: headers.host ?? '' }
      const response = await app.inject({ method: 'GET', url: path, headers: host, remoteAddress })
      return { status: response.statusCode, answer: response.json() }
    }
    try {
      draw ??= load()
      const drawing = await (await draw)?.(request.url, ask)
      if (drawing === null) return { status: 404, text: frame }
      return { status: 200, text: drawing ? filled(frame, drawing, publicUrl()) : frame }
    } catch (error) {
      request.log.warn({ err: error }, 'could not render a page')
      return { status: 200, text: frame }
    }
  }
}

async function load(): Promise<Draw | null> {
  if (!existsSync(drawer)) return null
  const { draw }: { draw: Draw } = await import(pathToFileURL(drawer).href)
  return draw
}

/** The frame with the page in it: nothing of it but what was drawn as HTML is read as such. */
export function filled(frame: string, { head, body, known, about }: Drawing, origin: string): string {
  const url = escapeHtml(origin + about.path)
  const own = [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`]
  // Inside a script element only `<` could end it.
  const answers = JSON.stringify(known).replaceAll('<', '\\u003c')
  const text = described(frame, about, origin)
    .replace(/<title>.*?<\/title>/s, () => [head, ...own].join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  return text.replace(
    '</body>',
    () => `  <script type="application/json" id="${KNOWN_ANSWERS_ID}">${answers}</script>\n  </body>`,
  )
}

/** The frame's general words replaced by the page's own. */
function described(frame: string, { title, description, picture }: Drawing['about'], origin: string): string {
  const general = withMeta(
    withMeta(withMeta(frame, 'description', description), 'og:title', title),
    'og:description',
    description,
  )
  if (!picture) return general
  // A portrait is no wide card, and its measures are not known here.
  const unmeasured = general.replace(/\s*<meta\s+property="og:image:(?:width|height)"[^>]*>/g, '')
  const shown = withMeta(unmeasured, 'og:image', new URL(picture.path, `${origin}/`).href)
  return withMeta(withMeta(shown, 'og:image:alt', picture.name), 'twitter:card', 'summary')
}

function withMeta(text: string, name: string, content: string): string {
  const tag = new RegExp(`(<meta\\s+(?:name|property)="${name}"\\s+content=")[^"]*`)
  return text.replace(tag, (_all, before: string) => before + escapeHtml(content))
}
