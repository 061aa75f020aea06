import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../e2e', import.meta.url))

/** Files and the card page may be delayed or missing, and an outage answers all calls alike. */
const allowed = [/^\*\*\/assets\//, /^\*\*\/\*\.woff2$/, /^\*\*\/sandbox\//, /^\*\*\/api\/\*\*$/]

it('fake no single answer of our own API: a screen against a faked server is a component test', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const routes = files.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/\.route\w*\(\s*(?:'([^']*)')?/g)].map(
      ([call, pattern]) => ({ file, pattern: pattern ?? call }),
    ),
  )
  expect(routes.length).toBeGreaterThan(0)
  expect(routes.filter(({ pattern }) => !allowed.some((known) => known.test(pattern)))).toEqual([])
})
