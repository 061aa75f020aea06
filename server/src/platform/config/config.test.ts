import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { environmentSchema } from './schema.ts'
import { describeUnknownSettings } from './unknown.ts'

const goodProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/tendwell',
  APP_SECRET: 'k2Jq8vN4xW7zR1mP6tY3bL9cD5fG0hSa',
  PUBLIC_URL: 'https://tendwell.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Tendwell <hello@tendwell.example>',
}

describe('readConfig', () => {
  test('requires no variables outside production', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      demoData: true,
      publicNames: 'full',
      rateLimits: true,
      payoutNewDays: 7,
      firstWeekLimitCents: 200_000,
      unknownSettings: [],
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
        'postgres://u:secret/1@db/tendwell',
        'postgres://u:12/secret@db/tendwell',
        'postgres://u:12#secret@db/tendwell',
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
      databasePoolMax: 18,
    })
  })

  test('puts DATABASE_PASSWORD with any characters into the addresses that have none', () => {
    const password = 'a/b+c=d#e@f%2F?g h'
    const config = readConfig({
      DATABASE_PASSWORD: password,
      DATABASE_URL: 'postgres://tendwell@db:5432/tendwell',
      DATABASE_DIRECT_URL: 'postgres://tendwell@direct:5432/tendwell',
      DATABASE_REPLICA_URL: 'postgres://tendwell@replica:5432/tendwell',
    })
    const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
    for (const [host, address] of Object.entries({
      db: databaseUrl,
      direct: databaseDirectUrl,
      replica: databaseReplicaUrl,
    })) {
      expect(new pg.Client({ connectionString: address })).toMatchObject({
        user: 'tendwell',
        password,
        host,
        port: 5432,
        database: 'tendwell',
      })
    }
    const own = 'postgres://reader:own@db/tendwell'
    expect(readConfig({ DATABASE_PASSWORD: password, DATABASE_URL: own }).databaseUrl).toBe(own)
    expect(() => readConfig({ DATABASE_PASSWORD: password })).toThrow('DATABASE_PASSWORD: needs DATABASE_URL')
  })

  test('traces to a collector only if it has an address', () => {
    expect(readConfig({}).otlpEndpoint).toBeUndefined()
    const endpoint = 'http://127.0.0.1:4318'
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).otlpEndpoint).toBe(endpoint)
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be an address',
    )
  })

  test.each(['4', '501', 'many'])('rejects a pool of %s connections', (size) => {
    expect(() => readConfig({ DATABASE_POOL_MAX: size })).toThrow('DATABASE_POOL_MAX: ')
  })

  test.each(['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'])(
    'requires %s in production',
    (name) => {
      expect(() => readConfig({ ...goodProduction, [name]: '' })).toThrow(`${name}: is needed in production`)
    },
  )

  test('rejects the sandbox, disabled limits and a weak secret in production', () => {
    expect(() => readConfig(goodProduction)).toThrow('PAYMENTS: must not be sandbox in production')
    for (const name of ['RATE_LIMITS', 'OVERLOAD_PROTECTION']) {
      expect(() => readConfig({ ...goodProduction, [name]: 'off' })).toThrow(`${name}: must not be off`)
    }
    expect(() => readConfig({ ...goodProduction, LOOPBACK_CALENDARS_CA: 'PEM' })).toThrow(
      'LOOPBACK_CALENDARS_CA: ',
    )
    for (const secret of ['a'.repeat(64), goodProduction.APP_SECRET.slice(1)]) {
      expect(() => readConfig({ ...goodProduction, APP_SECRET: secret })).toThrow('APP_SECRET: is too weak')
    }
  })

  test('a web process or a worker needs a shared database, and a worker the public address', () => {
    expect(readConfig({}).role).toBe('all')
    expect(() => readConfig({ ROLE: 'jobs' })).toThrow('ROLE: must be web, worker or all')
    expect(() => readConfig({ ROLE: 'web' })).toThrow('DATABASE_URL: is needed where ROLE is web')
    const { DATABASE_URL } = goodProduction
    expect(readConfig({ ROLE: 'web', DATABASE_URL }).role).toBe('web')
    expect(() => readConfig({ ROLE: 'worker', DATABASE_URL })).toThrow(
      'PUBLIC_URL: is needed where ROLE is worker',
    )
  })

  test.each([
    ['SMTP_URL', 'garbage'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp:mail.example'],
    ['PUBLIC_URL', 'care.example'],
    ['PUBLIC_URL', 'ftp://care.example'],
    ['PUBLIC_URL', 'https://care.example/app'],
    ['PUBLIC_URL', 'https://care.example/?a=1'],
    ['PUBLIC_URL', 'https://care.example/#top'],
    ['PUBLIC_URL', 'https://ada:secret@care.example'],
    ['MAIL_FROM', 'Tendwell'],
    ['MAIL_FROM', 'Tendwell <hello>'],
    ['MAIL_FROM', 'Tendwell <hello@care.example'],
    ['MAIL_FROM', 'a@care.example\r\nBcc: b@care.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback,'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '1'],
  ])('rejects %s=%j', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^Invalid settings:\\n {2}${name}: must be .*$`),
    )
  })

  test('requires https for the public address in production only', () => {
    const wrong = { PUBLIC_URL: 'http://care.example' }
    expect(readConfig(wrong).publicUrl).toBe('http://care.example')
    expect(() => readConfig({ ...goodProduction, ...stripe, ...wrong })).toThrow('PUBLIC_URL: must be https')
  })

  test.each(['hello@care.example', 'Care <hello@care.example>', '"Care, Inc." <hello@care.example>'])(
    'accepts mail from %j',
    (sender) => {
      expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender)
    },
  )

  test('trusts the proxies of private networks in production, none elsewhere, and others where set', () => {
    const trusted = (settings: object) => readConfig({ ...settings }).trustProxy
    expect(trusted({})).toBe(false)
    expect(trusted({ ...goodProduction, ...stripe })).toEqual(['loopback', 'linklocal', 'uniquelocal'])
    expect(trusted({ TRUST_PROXY: '10.1.0.0/16, ::1,loopback' })).toEqual(['10.1.0.0/16', '::1', 'loopback'])
  })

  test('requires two-step sign-in of staff in production, unless a setting says otherwise', () => {
    const isRequired = (settings: Record<string, string>) => readConfig(settings).adminTwoStepRequired
    const production = { ...goodProduction, ...stripe }
    expect(isRequired(production)).toBe(true)
    expect(isRequired({ ...production, ADMIN_TWO_STEP: '' })).toBe(true)
    expect(isRequired({ ...production, ADMIN_TWO_STEP: 'optional' })).toBe(false)
    expect(isRequired({})).toBe(false)
    expect(isRequired({ ADMIN_TWO_STEP: 'required' })).toBe(true)
  })

  test('lists all problems at once, each setting once', () => {
    const settings = {
      ...goodProduction,
      SMTP_URL: 'garbage',
      PUBLIC_URL: '',
      MAIL_FORM: 'a@b.example',
      PORT: 'x',
    }
    const read = () => readConfig(settings)
    expect(read).toThrow(
      [
        'Invalid settings:',
        '  PORT: must be a whole number from 0 to 65535',
        '  SMTP_URL: must be an address such as smtp://user:password@host:587',
        '  PUBLIC_URL: is needed in production',
        '  PAYMENTS: must not be sandbox in production',
        '  MAIL_FORM: is no setting; did you mean MAIL_FROM?',
      ].join('\n'),
    )
  })

  test.each([
    [{ PORT: '70000.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PAGE_CACHE_SECONDS: '90' }, 'PAGE_CACHE_SECONDS: must be a whole number from 0 to 60'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV: must be production, development or test'],
    [{ DEMO_DATA: 'yes' }, 'DEMO_DATA: must be true or false'],
  ])('says which values fit instead of %j', (wrong, problem) => {
    expect(() => readConfig(wrong)).toThrow(`Invalid settings:\n  ${problem}`)
  })

  test.each([
    'BACKGROUND_CHEKS',
    'ADMIN_TWO_STEPS',
    'OPERATOR_MAIL',
    'API_DOC',
    'OTEL_EXPORTER_OTLP_ENDPONT',
    'LOG_LEVLE',
    'OVERLOAD_LIMIT',
    'DEMO_DATE',
    'PAYMENTS_MODE',
  ])('names the unknown setting %s, which production refuses', (name) => {
    expect(readConfig({ [name]: 'x' }).unknownSettings).toEqual([
      expect.stringMatching(new RegExp(`^${name}: is no setting`)),
    ])
    expect(() => readConfig({ ...goodProduction, ...stripe, [name]: 'x' })).toThrow(`${name}: is no setting`)
  })

  test('names a slip of every setting but those that other programs have as well', () => {
    const general = ['NODE_ENV', 'ROLE', 'PORT', 'HOST', 'DATA_DIR', 'LOOPBACK_CALENDARS_CA']
    const slips = Object.keys(environmentSchema.shape)
      .filter((name) => !general.includes(name))
      .map((name) => `${name}S`)
    expect(describeUnknownSettings(slips, Object.keys(environmentSchema.shape))).toEqual(
      slips.map((name) => expect.stringContaining(`${name}: is no setting`)),
    )
  })

  test.each(['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'LOGNAME', 'HOME'])(
    'leaves %s alone',
    (name) => {
      expect(readConfig({ [name]: 'x' }).unknownSettings).toEqual([])
    },
  )

  test('refuses variables that look like settings in production only', () => {
    const given = { S3_BUKET_OF_FILES: 'a', STRIPE_SECRET: 'b', GOOGLE_CLIENT_SECRET: 'c', DATABASE_URI: 'd' }
    const foreign = {
      REDIS_SERVICE_HOST: '10.0.0.1',
      REDIS_PORT: 'tcp://10.0.0.1:6379',
      REDIS_PORT_6379_TCP_ADDR: '10.0.0.1',
      GOOGLE_APPLICATION_CREDENTIALS: '/key.json',
      NODE_OPTIONS: '--enable-source-maps',
      SMTP_NOTHING: '',
    }
    expect(readConfig({ ...given, ...foreign }).production).toBe(false)
    expect(readConfig({ ...goodProduction, ...stripe, ...foreign }).production).toBe(true)
    const read = () => readConfig({ ...goodProduction, ...stripe, ...given })
    expect(read).toThrow('S3_BUKET_OF_FILES: is no setting')
    expect(read).toThrow('STRIPE_SECRET: is no setting')
    expect(read).toThrow('GOOGLE_CLIENT_SECRET: is no setting')
    expect(read).toThrow('DATABASE_URI: is no setting; did you mean DATABASE_URL?')
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

  test('announces a shutdown before it in production only, unless it is set', () => {
    const delay = (settings: object) => readConfig({ ...settings }).shutdownDelayMs
    expect(delay({})).toBe(0)
    expect(delay({ ...goodProduction, ...stripe })).toBe(5_000)
    expect(delay({ ...goodProduction, ...stripe, SHUTDOWN_DELAY_MS: '0' })).toBe(0)
    expect(() => delay({ SHUTDOWN_DELAY_MS: '5s' })).toThrow('SHUTDOWN_DELAY_MS: ')
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

  const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

  test('sends text messages where an account, a token and a sender are set', () => {
    const sms = { SMS_ACCOUNT: 'AC01', SMS_TOKEN: 'secret', SMS_FROM: 'Tendwell' }
    expect(readConfig({}).sms).toBeNull()
    expect(readConfig({ ...sms, SMS_URL: 'http://127.0.0.1:9000/' }).sms).toEqual({
      ...{ account: 'AC01', token: 'secret', from: 'Tendwell', url: 'http://127.0.0.1:9000' },
    })
    expect(readConfig(sms).sms?.url).toBe('https://api.twilio.com')
    for (const name of Object.keys(sms)) {
      expect(() => readConfig({ ...sms, [name]: '' })).toThrow(`${name}: is needed to send text messages`)
    }
  })

  test('stores files in a bucket where one is set, otherwise in the data folder', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig({ S3_REGION: 'eu-central-1' }).s3).toBeNull()
    expect(readConfig({ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
  })

  test.each([
    [{ S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID: is needed with S3_BUCKET'],
    [{ S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY: is needed with S3_BUCKET'],
    [{ S3_BUCKET: '' }, 'S3_SECRET_ACCESS_KEY: needs S3_BUCKET'],
    [{ S3_BUCKET: 'My Files' }, 'S3_BUCKET: must be the name of a bucket'],
    [{ S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT: must be an address such as'],
    [{ S3_ENDPOINT: 'https://s3.example.com/files' }, 'S3_ENDPOINT: must be an address without a path'],
    [{ S3_REGION: 'Frankfurt am Main' }, 'S3_REGION: must be a region'],
  ])('rejects %j', (wrong, message) => {
    expect(() => readConfig({ ...s3, ...wrong })).toThrow(message)
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
