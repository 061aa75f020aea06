/** The files for containers and services name what exists. No container engine is needed. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { environmentSchema } from '../src/platform/config/schema.ts'

const toPath = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const read = (file: string) => readFile(toPath(file), 'utf8')

interface Compose {
  services: Record<
    string,
    {
      build?: string
      env_file?: string
      environment?: Record<string, string>
      volumes?: string[]
      ports?: { published: string; host_ip?: string }[]
      stop_grace_period?: string
      logging?: { options?: Record<string, string> }
    }
  >
}

const readCompose = async () => parse(await read('compose.yaml'), { merge: true }) as Compose

it('has a Dockerfile without faults that copies only what exists and what .dockerignore lets in', async () => {
  const dockerfile = await read('Dockerfile')
  expect(validate(dockerfile)).toEqual([])
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  const letIn = (await read('.dockerignore')).split('\n').flatMap((line) => /^!(.+)/.exec(line)?.[1] ?? [])
  for (const file of copied) {
    expect(existsSync(toPath(file)), file).toBe(true)
    expect(letIn, file).toContain(file.split('/')[0])
  }
})

it('has a valid compose file', () => {
  const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order']
  const style = [...order, 'require-quotes-in-ports']
  const linter = new DCLinter({
    rules: Object.fromEntries(style.map((rule) => [rule, 0])),
    quiet: false,
    debug: false,
    exclude: [],
  })
  expect(linter.lintFiles([toPath('compose.yaml')], false).flatMap(({ messages }) => messages)).toEqual([])
})

it('gives each container of the product the settings in .env, and otherwise only settings that exist', async () => {
  const { services } = await readCompose()
  const containers = Object.values(services).filter(({ build }) => build)
  expect(containers).toHaveLength(5)
  for (const { env_file: file, environment = {} } of containers) {
    expect(file).toBe('.env')
    const unknown = Object.keys(environment).filter((name) => !(name in environmentSchema.shape))
    expect(unknown).toEqual([])
  }
})

it('gives a node the longest that it may take to stop', async () => {
  const longestMs = 60_000
  expect(environmentSchema.shape.SHUTDOWN_DELAY_MS.safeParse(String(longestMs + 1)).success).toBe(false)
  const { services } = await readCompose()
  const graces = Object.values(services).flatMap(({ build, stop_grace_period: grace }) =>
    build ? [grace] : [],
  )
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(await read('deploy/tendwell.service')) ?? []
  for (const seconds of [unit, ...graces]) {
    // It ends by itself 10 s after the delay, whatever still runs.
    expect(Number.parseInt(seconds ?? '', 10) * 1_000).toBeGreaterThan(longestMs + 10_000)
  }
})

it('mounts files that exist', async () => {
  const { services } = await readCompose()
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? [])
  expect(mounted).not.toEqual([])
  for (const file of mounted) expect(existsSync(toPath(file)), file).toBe(true)
})

/** The names that an example of `.env` sets, and those that it only mentions. */
const readNames = (example: string, line: RegExp) => [...example.matchAll(line)].map(([, name]) => name)

it('reads every variable from .env, whose example sets those that must be there and mentions the others', async () => {
  const compose = await read('compose.yaml')
  const used = new Set(readNames(compose, /\$\{(\w+)/g))
  const needed = new Set(readNames(compose, /\$\{(\w+):\?/g))
  const example = await read('deploy/env.example')
  expect(readNames(example, /^(\w+)=/gm).sort()).toEqual([...needed].sort())
  expect(readNames(example, /^(?:# )?(\w+)=/gm)).toEqual(expect.arrayContaining([...used]))
})

it('lets settings choose the ports of this machine, and who may reach them, but never opens the mail', async () => {
  const { services } = await readCompose()
  const ports = Object.values(services).flatMap(({ ports = [] }) => ports)
  expect(ports).toHaveLength(3)
  for (const { published } of ports) expect(published).toMatch(/^\$\{PUBLISH_\w+:-\d+\}$/)
  const chosen = expect.stringMatching(/^\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}$/)
  expect(services.proxy?.ports?.map(({ host_ip }) => host_ip)).toEqual([chosen, chosen])
  expect(services.mail?.ports?.map(({ host_ip }) => host_ip)).toEqual(['127.0.0.1'])
})

it('has no password in an address, where some characters would need another form', async () => {
  expect(await read('compose.yaml')).not.toMatch(/:\/\/[^\s/]*PASSWORD/)
})

it('keeps a limited log of each container', async () => {
  const { services } = await readCompose()
  for (const [name, { logging }] of Object.entries(services)) {
    expect(logging?.options, name).toEqual({ 'max-size': '20m', 'max-file': '5' })
  }
})

it('has a folder for backups that outlives its container and that the image’s account may write', async () => {
  const { services } = await readCompose()
  expect(services.command?.volumes).toEqual([expect.stringMatching(/^\$\{BACKUP_DIR:-backups\}:\/backups$/)])
  expect(await read('Dockerfile')).toMatch(/install .*--owner=node .*\/backups$/m)
})

it('recommends a command for secrets whose output is at home in an address and in an env file', async () => {
  const command = /`(openssl [^`]+)`/.exec(await read('deploy/env.example'))?.[1] ?? ''
  const [program = '', ...args] = command.split(' ')
  const { stdout } = await promisify(execFile)(program, args)
  expect(stdout.trim()).toMatch(/^[0-9a-f]{64}$/)
})

it('has proxies that ask whether a node is ready, and say when to call again', async () => {
  const haproxy = await read('deploy/haproxy.cfg')
  expect(haproxy).toMatch(/^\toption httpchk GET \/readyz$/m)
  expect(haproxy).toMatch(/^\tdefault-server check inter 2s maxconn \d+$/m)
  expect(haproxy).toMatch(/^\thttp-error status 503 .+ hdr Retry-After \d+$/m)
  const caddy = await read('deploy/Caddyfile')
  expect(caddy).toMatch(/^\t\thealth_uri \/readyz$/m)
  expect(caddy).toMatch(/@busy .+\b503\b.+\n\t\theader @busy Retry-After \d+$/m)
})
