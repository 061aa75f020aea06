import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { guardRoutes } from '../http/access.ts'
import { type App, createHttp } from '../http/http.ts'
import { createLog } from '../log.ts'
import { createMemoryPageCache } from './cache.ts'
import { webRoutes } from './web.ts'

let root: string
let app: App
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-web-'))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'manifest.json'), '{}')
  await writeFile(path.join(root, 'index.html'), '<div id="root"></div>')
  await writeFile(path.join(root, 'assets/main.css'), 'body { margin: 0 }')
  app = await createHttp(readConfig({}), createLog('silent'), { countWaiting: () => 1_000 })
  guardRoutes(app, async () => null)
  const publicUrl = () => 'https://tendwell.example'
  await webRoutes(app, { publicUrl, root, cache: createMemoryPageCache(), ttlMs: 0 })
})
afterEach(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

test('sends the files of a page while pages and calls get 503', async () => {
  for (const url of ['/', '/api/hello']) {
    const { statusCode, headers } = await app.inject(url)
    expect([url, statusCode, headers['retry-after']]).toEqual([url, 503, '5'])
  }
  const page = await app.inject('/caregivers?q=ada')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('We are very busy. This page opens by itself in a few seconds.')
  expect(page.body).toContain('<meta http-equiv="refresh" content="5">')
  const { statusCode, body } = await app.inject('/assets/main.css')
  expect([statusCode, body]).toEqual([200, 'body { margin: 0 }'])
  expect((await app.inject('/assets/missing.css')).statusCode).toBe(404)
})
