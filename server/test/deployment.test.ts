/** The files for containers and services name what exists. No container engine is needed. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { environmentSchema } from '../src/platform/config-schema.ts'

const toPath = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const read = (file: string) => readFile(toPath(file), 'utf8')

interface Compose {
  services: Record<
    string,
    { build?: string; env_file?: string; environment?: Record<string, string>; volumes?: string[] }
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
  expect(containers).toHaveLength(4)
  for (const { env_file: file, environment = {} } of containers) {
    expect(file).toBe('.env')
    const unknown = Object.keys(environment).filter((name) => !(name in environmentSchema.shape))
    expect(unknown).toEqual([])
  }
})

it('mounts files that exist, and lists every variable that must be filled in', async () => {
  const { services } = await readCompose()
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? [])
  expect(mounted).not.toEqual([])
  for (const file of mounted) expect(existsSync(toPath(file)), file).toBe(true)
  const needed = [...(await read('compose.yaml')).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  const example = [...(await read('deploy/env.example')).matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(example.sort()).toEqual([...new Set(needed)].sort())
})
