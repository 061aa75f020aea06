/** The API reference can't read the app's tokens. @see docs/rules/README.md#security */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readConfig } from '../config/config.ts'

const PAGES = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/storage.js',
  '/api/docs/reference.js',
  '/api/docs/start.js',
  '/api/openapi.json',
]

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/tendwell',
  APP_SECRET: 'k2Jq8vN4xW7zR1mP6tY3bL9cD5fG0hSa',
  PUBLIC_URL: 'https://tendwell.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Tendwell <hello@tendwell.example>',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('the API reference', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  it('runs without the app’s storage, inline scripts and other hosts', async () => {
    const { status, headers, body } = await app.visitor.get('/api/docs')
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).toMatch(/sandbox allow-scripts(;|$)/)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|allow-same-origin/)
    const scripts = [...String(body).matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts.map(([, attributes, content]) => [attributes, content])).toEqual([
      [' src="/api/docs/storage.js"', ''],
      [' src="/api/docs/reference.js"', ''],
      [' src="/api/docs/start.js"', ''],
    ])
    expect(body).not.toMatch(/\son\w+=|https?:/)
  })

  it('serves its scripts as files', async () => {
    for (const path of ['/api/docs/storage.js', '/api/docs/reference.js', '/api/docs/start.js']) {
      const { status, headers } = await app.visitor.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('content-type')).toContain('javascript')
    }
    expect((await app.visitor.get('/api/openapi.json')).body.openapi).toBe('3.1.0')
  })
})

describe('API_DOCS', () => {
  it('is off in production unless it is on', () => {
    expect(readConfig(PRODUCTION).apiDocs).toBe(false)
    expect(readConfig({ ...PRODUCTION, API_DOCS: 'on' }).apiDocs).toBe(true)
    expect(readConfig({}).apiDocs).toBe(true)
    expect(() => readConfig({ API_DOCS: 'yes' })).toThrow('API_DOCS: must be on or off')
  })

  it('off leaves no page, script or description of the API', async () => {
    const app = await testApp({ API_DOCS: 'off' })
    for (const path of PAGES) expect([path, (await app.visitor.get(path)).status]).toEqual([path, 404])
    await app.close()
  })
})
