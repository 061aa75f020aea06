import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'

const features = path.resolve(import.meta.dirname, '..')
const own = import.meta.dirname

/** The names of the tables that slices export through their doors. */
async function listExportedTables(): Promise<string[]> {
  const doors: object[] = await Promise.all(
    readdirSync(features).map((slice) => import(path.join(features, slice, 'index.ts'))),
  )
  return doors.flatMap((door) =>
    Object.entries(door).flatMap(([name, value]) => (is(value, PgTable) ? [name] : [])),
  )
}

/** What a file imports through the doors of other slices. */
function listImports(file: string): string[] {
  const text = readFileSync(path.join(own, file), 'utf8')
  const imports = text.matchAll(/import (?:type )?\{([^}]*)\} from '(?:\.\.\/)+[a-z-]+\/index\.ts'/g)
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
}

it('reads no table of another slice, except for the sums of analytics', async () => {
  const tables = await listExportedTables()
  expect(tables).toContain('users')
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const found = files.filter((file) => listImports(file).some((name) => tables.includes(name)))
  expect(new Set(found.map((file) => path.dirname(file)))).toEqual(new Set(['analytics']))
})
