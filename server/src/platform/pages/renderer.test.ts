import type { RenderPage } from '@tendwell/contract/rendering'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { guardRoutes } from '../http/access.ts'
import { type App, createHttp } from '../http/http.ts'
import { createLog } from '../log.ts'
import { createMemoryPageCache } from './cache.ts'
import { createPageRenderer, fillTemplate } from './renderer.ts'

type Renderer = ReturnType<typeof createPageRenderer>

const template =
  '<head><!--page-head--></head><body><div id="root"><!--page-body--></div><!--page-state--></body>'
const page = {
  status: 200 as const,
  head: "<title>$& $'</title>",
  body: "<main>$& $'</main>",
  state: { description: `</script><script>alert(1)</script> $& $'` },
}

test('fills the template with the page as it is', () => {
  const html = fillTemplate(template, page)
  expect(html).toContain("<head><title>$& $'</title></head>")
  expect(html).toContain(`<div id="root"><main>$& $'</main></div>`)
  expect(html).not.toContain('<!--page')
})

test('the state of a page can’t end its script element', () => {
  const html = fillTemplate(template, page)
  const [, state = ''] = /<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(state)).toEqual(page.state)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('a page that only the browser renders has no state', () => {
  expect(fillTemplate(template, { status: 200, head: '', body: '', state: null })).toBe(
    '<head></head><body><div id="root"></div></body>',
  )
})

/** The address of a visitor who has reached a call limit. */
const LIMITED = '203.0.113.9'

describe('the renderer', () => {
  let rendered: string[] = []
  let status = 200
  let app: App
  beforeEach(async () => {
    rendered = []
    status = 200
    app = await createHttp(
      readConfig({ RATE_LIMITS: 'off', OVERLOAD_PROTECTION: 'off' }),
      createLog('silent'),
    )
    guardRoutes(app, async () => null)
    app.get('/api/data', { config: { access: 'public' } }, ({ ip }, reply) =>
      reply.code(ip === LIMITED ? 429 : status).send({}),
    )
  })
  afterEach(() => app.close())

  const open = (renderer: Renderer, url: string, ip = '127.0.0.1') =>
    renderer({
      id: 'a',
      url,
      ip,
      headers: {},
      log: createLog('silent'),
    } as unknown as FastifyRequest)
  const createRenderer = (ttlMs: number, renderPage: RenderPage = renderData) =>
    createPageRenderer(app, {
      template,
      manifest: {},
      publicUrl: () => 'https://tendwell.example',
      clockAheadMs: () => 5_000,
      cache: createMemoryPageCache(),
      ttlMs,
      loadBuild: async () => ({ renderPage }),
    })
  const renderData: RenderPage = async ({ url, fetchApi }) => {
    rendered.push(url)
    const data = await fetchApi('/api/data')
    return { status: 200, head: '', body: `${url} ${data.status}`, state: null }
  }

  test('renders a page once for all who ask at the same time, and keeps it', async () => {
    const renderer = createRenderer(60_000)
    const pages = await Promise.all([1, 2, 3].map(() => open(renderer, '/caregivers?q=care')))
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1)
    expect(await open(renderer, '/caregivers?q=care')).toEqual(pages[0])
    expect(rendered).toEqual(['/caregivers?q=care'])
  })

  test('tells pages apart by path and query, but not by the order of the query', async () => {
    const renderer = createRenderer(60_000)
    for (const url of ['/c?b=2&a=1', '/c?a=1&b=2', '/c?a=1&b=3', '/c', '/d?a=1&b=2', '/c?']) {
      await open(renderer, url)
    }
    expect(rendered).toEqual(['/c?a=1&b=2', '/c?a=1&b=3', '/c', '/d?a=1&b=2'])
    expect((await open(renderer, '/c?b=3&a=1')).html).toContain('/c?a=1&b=3 200')
  })

  test('renders by the product’s clock, as the browser does', async () => {
    const renderer = createRenderer(0, async ({ clockAheadMs }) => ({
      status: 200,
      head: '',
      body: `ahead by ${clockAheadMs} ms`,
      state: null,
    }))
    expect((await open(renderer, '/')).html).toContain('ahead by 5000 ms')
  })

  test.each([429, 500, 503])('keeps no page whose data was answered with %i', async (refusal) => {
    const renderer = createRenderer(60_000)
    status = refusal
    expect((await open(renderer, '/')).html).toContain(`/ ${refusal}`)
    status = 200
    expect((await open(renderer, '/')).html).toContain('/ 200')
  })

  test.each([
    ['shows less', false],
    ['fails', true],
  ])('gives others who wait their own page when that of someone at their limit %s', async (_, fails) => {
    const renderer = createRenderer(60_000, async (asked) => {
      const page = await renderData(asked)
      if (fails && page.body.endsWith('429')) throw new Error('no')
      return page
    })
    const spoiler = open(renderer, '/c', LIMITED)
    const others = await Promise.all([1, 2, 3].map((last) => open(renderer, '/c', `198.51.100.${last}`)))
    expect((await spoiler).html).not.toContain('/c 200')
    for (const { html } of others) expect(html).toContain('/c 200')
    expect(rendered).toEqual(['/c', '/c'])
  })

  test('sends the empty page when rendering fails, and tries again', async () => {
    let fails = true
    const renderer = createRenderer(60_000, async (request) => {
      if (fails) throw new Error('no')
      return renderData(request)
    })
    expect(await open(renderer, '/')).toMatchObject({
      status: 200,
      html: expect.stringContaining('"root"></'),
    })
    fails = false
    expect((await open(renderer, '/')).html).toContain('/ 200')
  })

  test('sends the empty page when too many pages wait for their turn', async () => {
    const renderer = createRenderer(60_000)
    const pages = await Promise.all(
      Array.from({ length: 200 }, (_, page) => open(renderer, `/c?page=${page}`)),
    )
    const empty = pages.filter(({ html }) => html.includes('"root"></'))
    expect(empty).toHaveLength(200 - rendered.length)
    expect(rendered).toHaveLength(22)
    expect(new Set(pages.map((page) => page.status))).toEqual(new Set([200]))
  })

  test('renders each page when none is kept', async () => {
    const renderer = createRenderer(0)
    for (let call = 0; call < 2; call += 1) await open(renderer, '/')
    expect(rendered).toEqual(['/', '/'])
  })
})
