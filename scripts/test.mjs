/**
 * `npm test`: installs and builds if needed, runs every check and test, and ends with a line that counts the tests.
 * `npm test -- --only vitest bookings` runs one part, with a filter for its files.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.mjs'
import { bin, buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const results = path.join(root, 'node_modules', '.cache', 'tendwell', 'tests')
const suiteLimitMs = 30 * 60_000

const { values, positionals: filters } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
})

/** Each part returns how many of its tests passed and failed, and may name the failed ones. */
const parts = {
  build: () => check(buildIfNeeded),
  types: () => check(() => succeed('typescript/bin/tsc', ['-b'])),
  format: () => check(() => succeed('@biomejs/biome/bin/biome', ['check', '.'])),
  unused: () => check(() => succeed('knip/bin/knip.js', [])),
  imports: () => check(checkImports),
  vitest: runVitest,
  playwright: runPlaywright,
}

async function main() {
  if (values.only && !(values.only in parts)) {
    console.error(`--only takes one of: ${Object.keys(parts).join(', ')}.`)
    return { passed: 0, failed: 1 }
  }
  await installIfNeeded()
  await mkdir(results, { recursive: true })
  // The browser tests run the built product.
  const chosen =
    values.only === 'playwright' ? ['build', 'playwright'] : [values.only ?? Object.keys(parts)].flat()
  const total = { passed: 0, failed: 0 }
  const lines = []
  const names = []
  for (const name of chosen) {
    console.log(`\n── ${name}`)
    const start = performance.now()
    const {
      passed,
      failed,
      failures = [],
    } = await parts[name]().catch((error) => {
      console.error(error.message)
      return { passed: 0, failed: 1 }
    })
    names.push(...failures)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    lines.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed, ${seconds} s`,
    )
    total.passed += passed
    total.failed += failed
  }
  console.log(`\n${[...names.map((name) => `FAILED ${name}`), ...lines].join('\n')}\n`)
  return total
}

async function check(work) {
  await work()
  return { passed: 1, failed: 0 }
}

/** Runs one of the installed programs and shows what it prints. Throws when it fails. */
async function succeed(program, args) {
  const { code } = await run(program, args)
  if (code !== 0) throw new Error(`${program.split('/')[0]} failed (${code}).`)
}

/** Fails if dependency-cruiser reads no modules, as it does with a compiler version it does not support. */
async function checkImports() {
  const folders = ['contract/src', 'server/src', 'web/src']
  const program = 'dependency-cruiser/bin/dependency-cruise.mjs'
  const { code, output } = await run(program, [...folders, '--config', '.dependency-cruiser.cjs'], true)
  console.log(output.trim())
  const [, modules = 0] = /(\d+) modules, \d+ dependencies cruised/.exec(output) ?? []
  if (Number(modules) === 0) throw new Error('dependency-cruiser read no modules.')
  if (code !== 0) throw new Error(`dependency-cruiser failed (${code}).`)
}

async function runVitest() {
  const file = path.join(results, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  const { code, report } = await runSuite('vitest/vitest.mjs', args, {}, file)
  if (!report) return { passed: 0, failed: 1 }
  // A file that fails to load has no tests to count.
  const broken = report.testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        describeFailure(path.relative(root, name), fullName, failureMessages[0]),
      ),
  )
  return {
    ...toCounts(report.numPassedTests, report.numFailedTests + broken.length, code),
    failures: [
      ...failures,
      ...broken.map(({ name, message }) => describeFailure(path.relative(root, name), message)),
    ],
  }
}

/** @returns a line with the test and the start of its error, where a property test shows its counterexample */
function describeFailure(file, title, reason = '') {
  const why = reason.split('\n').slice(0, 4).join(' | ')
  return `${file}: ${title}: ${why.slice(0, 900)}`
}

async function runPlaywright() {
  const file = path.join(results, 'playwright.json')
  const environment = { CHROMIUM_PATH: await findChromium(), TENDWELL_E2E_REPORT: file }
  const { code, report } = await runSuite('@playwright/test/cli.js', ['test', ...filters], environment, file)
  if (!report) return { passed: 0, failed: 1 }
  const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]
  const failures = listSpecs(report)
    .filter(({ ok }) => !ok)
    .map(({ file: spec, title, tests }) =>
      describeFailure(
        spec,
        title,
        tests.flatMap(({ results: tries }) => tries).find(({ error }) => error)?.error.message,
      ),
    )
  return { ...toCounts(report.stats.expected, report.stats.unexpected + report.stats.flaky, code), failures }
}

async function runSuite(program, args, environment, file) {
  await rm(file, { force: true })
  const { code } = await run(program, args, false, environment)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) console.error(`${program.split('/')[0]} left no report.`)
  return { code, report: text && JSON.parse(text) }
}

/** A suite without failed tests that exits with an error or runs nothing counts as one failure. */
function toCounts(passed, failed, code) {
  const other = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: other ? 1 : failed }
}

async function run(program, args, capture = false, environment = {}) {
  const child = spawn(process.execPath, [bin(program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined, ...environment },
    stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
    timeout: suiteLimitMs,
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(signal ?? status))
  })
  return { code, output }
}

const { passed, failed } = await main().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
