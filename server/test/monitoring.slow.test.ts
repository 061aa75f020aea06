/**
 * Prometheus' own tool reads what the product offers and what `deploy/` brings.
 * @see docs/operations.md#observability
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { findProgram } from '../../scripts/debian.mjs'
import { testApp } from './app.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
/** Names that Node's standard metrics have, everywhere. */
const STANDARD_WARNING = /^nodejs_active_\w+_total non-counter metrics should not have "_total" suffix$/

/** @returns everything that promtool prints */
async function promtool(args: string[], input = ''): Promise<string> {
  const { path: program, env } = await findProgram('promtool', 'prometheus')
  const child = spawn(program, args, { env })
  child.stdin.end(input)
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
}

test('the alerts are valid, and fire when they should', async () => {
  expect(await promtool(['check', 'rules', path.join(deploy, 'prometheus/alerts.yml')])).toContain('SUCCESS')
  const output = await promtool(['test', 'rules', path.join(deploy, 'prometheus/alerts.test.yml')])
  expect(output).toMatch(/SUCCESS\s*$/)
})

test('every expression of the dashboard is valid', async () => {
  const dashboard = await readFile(path.join(deploy, 'grafana/dashboard.json'), 'utf8')
  const expressions = JSON.parse(dashboard)
    .panels.flatMap(({ targets = [] }) => targets)
    .map(({ expr }: { expr: string }) => expr.replaceAll('$__rate_interval', '5m'))
  const rules = expressions.map((expr: string, index: number) => ({ record: `panel_${index}`, expr }))
  const folder = await mkdtemp(path.join(tmpdir(), 'tendwell-dashboard-'))
  const file = path.join(folder, 'rules.yml')
  await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(await promtool(['check', 'rules', file])).toContain(`SUCCESS: ${expressions.length} rules found`)
  await rm(folder, { recursive: true })
})

test('the metrics are well-formed', async () => {
  const app = await testApp()
  await app.visitor.get('/healthz')
  const { body } = await app.visitor.get('/metrics')
  const warnings = (await promtool(['check', 'metrics'], body)).trim().split('\n')
  expect(warnings.filter((line) => !STANDARD_WARNING.test(line))).toEqual([])
  await app.close()
})
