/** The words that docs/glossary.md refuses stand nowhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const GLOSSARY = 'docs/glossary.md'
const FOLDERS = ['contract', 'packages', 'server', 'web', 'e2e', 'bench', 'chaos', 'scripts', 'docs']
const CHECKED = /[.](ts|tsx|mjs|md|css|html)$/
const SKIPPED = /(^|\/)(node_modules|dist|migrations)\//

const readText = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

/** The rows of the last table: what is refused, what to say, and where it may stand. */
const REFUSED = [...readText(GLOSSARY).matchAll(/^\| `(.+?)` \| (.*?) \|(.*)\|$/gm)].map(
  ([, pattern = '', instead = '', places = '']) => ({
    pattern: new RegExp(pattern.replaceAll('\\|', '|')),
    instead,
    except: ['glossary.', ...[...places.matchAll(/`(.+?)`/g)].map(([, place = '']) => place)],
  }),
)

const files = FOLDERS.flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => CHECKED.test(file) && !SKIPPED.test(file))
    .map((file) => ({ file, text: readText(file) })),
)

test.each(REFUSED)('$pattern stands nowhere: say $instead', ({ pattern, except }) => {
  const found = files.filter(
    ({ file, text }) => pattern.test(text) && !except.some((part) => file.includes(part)),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})

test('refuses a word where it stands', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(REFUSED.length).toBeGreaterThan(5)
  expect(REFUSED.filter(({ pattern }) => pattern.test('a carer cancelled'))).toHaveLength(2)
})
