/**
 * `npm test` installs and builds if needed, runs the checks and the quick tests, and ends with a line that
 * counts them. `npm run test:slow` does the same with the slow tests, and `--set quick --set slow` runs both.
 * `npm test -- --only vitest bookings` runs one part, with a filter for its files. `--full` runs all random
 * inputs and all chaos files. `--retry` runs a browser test that fails once more, as CI does. `npm run
 * pictures` takes the README's pictures.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.mjs'
import { bin, buildIfNeeded, installIfNeeded, root } from './prepare.mjs'
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs'

/**
 * @typedef {import('./test-reports.mjs').Report} Report
 * @typedef {'quick' | 'slow' | 'pictures'} SetName
 * @typedef {'build' | 'types' | 'format' | 'unused' | 'imports' | 'vitest' | 'bench' | 'chaos' |
 *   'playwright'} PartName
 */

const { values: options, positionals: filters } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: ['quick'] },
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    retry: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const results = path.join(root, 'node_modules', '.cache', 'tendwell', 'tests')
/** Stops a suite that hangs. Far longer than a slow machine needs. */
const suiteLimitMs = 40 * 60_000
/** More flaky tests than this fail the run. */
const maximumFlaky = 3
const slowestFiles = 20

/**
 * The parts of each set in order; those of one list run at the same time. The slow and the browser tests run
 * the built product. The checks use the processor while the browser tests wait, and so do the benches, which judge no time
 * here, while nodes of the chaos run start and stop.
 * @type {Record<SetName, PartName[][]>}
 */
const sets = {
  quick: [['build'], ['vitest', 'types'], ['format', 'unused', 'imports', 'playwright']],
  slow: [['build'], ['vitest'], ['bench', 'chaos'], ['playwright']],
  pictures: [['build'], ['playwright']],
}

/** @type {Record<PartName, (set: SetName) => Promise<Report>>} */
const parts = {
  build: () => runCheck(buildIfNeeded),
  types: () => runCheck(() => runOrThrow('typescript-7/bin/tsc', ['-b'])),
  format: () => runCheck(() => runOrThrow('@biomejs/biome/bin/biome', ['check', '.'])),
  unused: () => runCheck(() => runOrThrow('knip/bin/knip.js', [])),
  imports: () => runCheck(checkImports),
  vitest: (set) => runVitest(`${set}-vitest`, [`--project=${set === 'slow' ? 'slow*' : '!slow*'}`]),
  bench: () => runVitest('bench', ['--config=bench/vitest.config.ts']),
  // Each file starts a topology, so one of them is enough for a commit.
  chaos: () => runVitest('chaos', ['--config=chaos/vitest.config.ts', ...(options.full ? [] : ['nodes'])]),
  playwright: runPlaywright,
}

async function main() {
  const names = options.set.map((name) => choose(sets, name, '--set'))
  const only = options.only === undefined ? undefined : choose(parts, options.only, '--only')
  await installIfNeeded()
  await mkdir(results, { recursive: true })
  /** @type {Report} */
  const total = { passed: 0, failed: 0, failures: [], flaky: [], files: [] }
  const lines = []
  for (const set of names) {
    const files = []
    for (const list of listParts(set, only)) {
      console.log(`\n── ${list.join(', ')} (${set})`)
      for (const { line, report } of await Promise.all(list.map((part) => runPart(part, set)))) {
        lines.push(line)
        files.push(...report.files)
        total.passed += report.passed
        total.failed += report.failed
        total.failures.push(...report.failures)
        total.flaky.push(...report.flaky)
      }
    }
    printSlowest(set, files)
  }
  if (total.flaky.length > maximumFlaky) total.failed += 1
  await writeFile(path.join(results, 'outcome.json'), JSON.stringify(total))
  for (const { test, reason } of total.flaky) console.log(`\nflaky  ${test}\n${reason}`)
  for (const { test, reason } of total.failures) console.log(`\nFAILED ${test}\n${reason}`)
  console.log(`\n${lines.join('\n')}\n`)
  return total
}

/**
 * @template {object} T
 * @param {T} table
 * @param {string} name
 * @param {string} option
 * @returns {keyof T}
 */
function choose(table, name, option) {
  if (name in table) return /** @type {keyof T} */ (name)
  throw new Error(`${option} takes one of: ${Object.keys(table).join(', ')}.`)
}

/**
 * The parts to run, in order: all of a set, or one with the build that it needs.
 * @param {SetName} set
 * @param {PartName} [only]
 * @returns {PartName[][]}
 */
function listParts(set, only) {
  if (!only) return sets[set]
  const needsBuild = ['bench', 'playwright'].includes(only) || (only === 'vitest' && set === 'slow')
  return needsBuild ? [['build'], [only]] : [[only]]
}

/**
 * @param {PartName} name
 * @param {SetName} set
 */
async function runPart(name, set) {
  const start = performance.now()
  const report = await parts[name](set).catch((error) => toReport({ test: name, reason: error.message }))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { passed, failed } = report
  const line = `${failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${set}): ${passed} passed, ${failed} failed, ${seconds} s`
  return { line, report }
}

/**
 * One test, which passed unless there is a failure.
 * @param {import('./test-reports.mjs').Failure} [failure]
 * @returns {Report}
 */
function toReport(failure) {
  const failures = failure ? [failure] : []
  return { passed: 1 - failures.length, failed: failures.length, failures, flaky: [], files: [] }
}

/**
 * Counts a check as one test.
 * @param {() => Promise<unknown>} work throws when the check fails
 */
async function runCheck(work) {
  await work()
  return toReport()
}

/**
 * Runs an installed program to its end and shows its output.
 * @param {string} program
 * @param {string[]} args
 * @throws {Error} when it fails
 */
async function runOrThrow(program, args) {
  const { code, output } = await run(program, args, { capture: true })
  if (output.trim() !== '') console.log(output.trim())
  if (code !== 0) throw new Error(`${program.split('/')[0]} failed (${code}).`)
  return output
}

/** Fails if dependency-cruiser reads no modules, as it does with a compiler version it does not support. */
async function checkImports() {
  const folders = ['contract/src', 'packages', 'server/src', 'web/src']
  const program = 'dependency-cruiser/bin/dependency-cruise.mjs'
  const output = await runOrThrow(program, [...folders, '--config', '.dependency-cruiser.cjs'])
  const [, modules = 0] = /(\d+) modules, \d+ dependencies cruised/.exec(output) ?? []
  if (Number(modules) === 0) throw new Error('dependency-cruiser read no modules.')
}

/**
 * @param {string} name of its report
 * @param {string[]} selection what to run
 */
async function runVitest(name, selection) {
  const file = path.join(results, `${name}.json`)
  const args = ['run', ...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  /** @type {Record<string, string>} */
  const environment = { TENDWELL_SIZE: 'small' }
  if (options.full) environment.TENDWELL_RANDOM = 'full'
  return runSuite('vitest/vitest.mjs', [...args, ...filters], environment, () => readVitestReport(file), file)
}

/** @param {SetName} set */
async function runPlaywright(set) {
  const file = path.join(results, `${set}-playwright.json`)
  const environment = { CHROMIUM_PATH: await findChromium(), TENDWELL_E2E_REPORT: file }
  const retry = options.retry ? ['--retries=1', '--trace=on-first-retry'] : []
  const args = ['test', `--project=${set}*`, `--output=test-results/${set}`, ...retry, ...filters]
  return runSuite('@playwright/test/cli.js', args, environment, () => readPlaywrightReport(file), file)
}

/**
 * Runs one of the two runners. Counts one failure if it exits with an error or runs nothing, and no test has
 * failed.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @param {() => Promise<Report>} read
 * @param {string} file the report, which is removed first
 */
async function runSuite(program, args, environment, read, file) {
  await rm(file, { force: true })
  const { code } = await run(program, args, { environment })
  const report = await read()
  if (report.failed === 0 && (code !== 0 || report.passed === 0)) {
    report.failed = 1
    report.failures.push({ test: program, reason: `It ran ${report.passed} tests and exited with ${code}.` })
  }
  return report
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ capture?: boolean, environment?: Record<string, string> }} [options]
 */
async function run(program, args, { capture = false, environment = {} } = {}) {
  const child = spawn(process.execPath, [bin(program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, ...environment },
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    timeout: suiteLimitMs,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(signal ?? status))
  })
  return { code, output }
}

/**
 * @param {SetName} set
 * @param {Report['files']} files
 */
function printSlowest(set, files) {
  if (files.length === 0) return
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestFiles)
  console.log(`\n── slowest files (${set})`)
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

const { passed, failed } = await main().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
