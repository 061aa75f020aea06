import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const goodProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/tendwell',
  APP_SECRET: 'k2Jq8vN4xW7zR1mP6tY3bL9cD5fG0hSa',
  PUBLIC_URL: 'https://tendwell.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
}

describe('readConfig', () => {
  test('requires no variables outside production', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demoData: true,
      rateLimits: true,
    })
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  test('lists every invalid variable', () => {
    const read = () =>
      readConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', PLATFORM_FEE_BPS: '-1', SERVICE_FEE_BPS: '1.5' })
    expect(read).toThrow(/PORT: /)
    expect(read).toThrow(/LOG_LEVEL: /)
    expect(read).toThrow(/PLATFORM_FEE_BPS: /)
    expect(read).toThrow(/SERVICE_FEE_BPS: /)
  })

  test.each(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])(
    'accepts only an address of PostgreSQL as %s, and never repeats it',
    (name) => {
      for (const wrong of [
        'tendwell',
        'http://u:secret@db/tendwell',
        'postgres://u:secret@db:port/tendwell',
      ]) {
        const read = () => readConfig({ DATABASE_URL: 'postgresql://db/tendwell', [name]: wrong })
        expect(read).toThrow(`${name}: must be an address such as postgres://`)
        expect(read).not.toThrow(/secret/)
      }
    },
  )

  test('needs DATABASE_URL for a direct address or a replica', () => {
    const others = { DATABASE_DIRECT_URL: 'postgres://db/t', DATABASE_REPLICA_URL: 'postgres://replica/t' }
    expect(() => readConfig(others)).toThrow(/DATABASE_DIRECT_URL: needs .*\n.*DATABASE_REPLICA_URL: needs /)
    expect(readConfig({ ...others, DATABASE_URL: 'postgres://pooler/t' })).toMatchObject({
      databaseDirectUrl: 'postgres://db/t',
      databaseReplicaUrl: 'postgres://replica/t',
      databasePoolMax: 20,
    })
  })

  test.each(['4', '501', 'many'])('rejects a pool of %s connections', (size) => {
    expect(() => readConfig({ DATABASE_POOL_MAX: size })).toThrow('DATABASE_POOL_MAX: ')
  })

  test.each(['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL'])('requires %s in production', (name) => {
    expect(() => readConfig({ ...goodProduction, [name]: '' })).toThrow(`${name}: is needed in production`)
  })

  test('rejects the sandbox, disabled limits and a weak secret in production', () => {
    expect(() => readConfig(goodProduction)).toThrow('PAYMENTS: must not be sandbox in production')
    expect(() => readConfig({ ...goodProduction, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS: ')
    expect(() => readConfig({ ...goodProduction, APP_SECRET: 'a'.repeat(64) })).toThrow(
      'APP_SECRET: is too weak',
    )
  })

  test.each(['too short', 'fifteen-letters', 'two words, though long enough', 'ünlike-a-header-value'])(
    'rejects the metrics token %j',
    (token) => {
      expect(() => readConfig({ METRICS_TOKEN: token })).toThrow('METRICS_TOKEN: ')
    },
  )

  test('accepts a metrics token, which is optional', () => {
    expect(readConfig({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!')
    expect(readConfig({}).metricsToken).toBeUndefined()
  })

  test('accepts Redis with and without TLS, and nothing else as its address', () => {
    const address = 'rediss://tendwell:password@redis.internal:6380/1'
    expect(readConfig({ REDIS_URL: address }).redisUrl).toBe(address)
    expect(readConfig({ REDIS_URL: 'redis://127.0.0.1' }).redisUrl).toBe('redis://127.0.0.1')
    expect(readConfig({}).redisUrl).toBeUndefined()
    for (const wrong of [
      '127.0.0.1:6379',
      'http://127.0.0.1:6379',
      'redis:',
      'redis://',
      'redis://host/name',
    ]) {
      expect(() => readConfig({ REDIS_URL: wrong })).toThrow('REDIS_URL: must be an address such as redis://')
    }
  })

  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
  }

  test('accepts Stripe with its keys and the secrets of two endpoints, also in production', () => {
    expect(readConfig({ ...goodProduction, ...stripe }).stripe).toEqual({
      secretKey: 'sk_live_abc',
      webhookSecrets: ['whsec_a', 'whsec_b'],
      apiBase: undefined,
    })
    expect(readConfig({}).stripe).toBeNull()
    expect(readConfig(stripe).demoData).toBe(false)
  })

  test.each([
    [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY: is needed where PAYMENTS is stripe'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET: is needed where PAYMENTS is stripe'],
    [{ STRIPE_SECRET_KEY: 'pk_live_abc' }, 'STRIPE_SECRET_KEY: must be a secret key'],
    [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, 'STRIPE_SECRET_KEY: is a test key'],
    [{ STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET: must be a webhook signing secret'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_API_BASE: must be https in production'],
    [
      { STRIPE_API_BASE: 'https://proxy.example/stripe' },
      'STRIPE_API_BASE: must be an address without a path',
    ],
    [{ PAYMENTS: 'paypal' }, 'PAYMENTS: must be sandbox or stripe'],
  ])('rejects %j in production', (wrong, message) => {
    expect(() => readConfig({ ...goodProduction, ...stripe, ...wrong })).toThrow(message)
  })
})
