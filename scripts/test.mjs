/**
 * `npm test`: sets up what a fresh clone lacks, runs every check and every test, and ends with one line that counts
 * what really ran. `npm test -- --only vitest bookings` runs one part, with a filter for its files.
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

/** Each part answers how many of its tests passed and failed, and may name the failed ones. */
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

/** The tool is content with reading nothing, for instance when it doesn't know the compiler: that is no success. */
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
  // A file that could not even be loaded has no tests to count.
  const broken = report.testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        nameOf(path.relative(root, name), fullName, failureMessages[0]),
      ),
  )
  return {
    ...countOf(report.numPassedTests, report.numFailedTests + broken.length, code),
    failures: [...failures, ...broken.map(({ name, message }) => nameOf(path.relative(root, name), message))],
  }
}

/** A failed test in one line, with the first lines of why: a property's say with what it failed. */
function nameOf(file, title, reason = '') {
  const why = reason.split('\n').slice(0, 4).join(' | ')
  return `${file}: ${title}: ${why.slice(0, 900)}`
}

async function runPlaywright() {
  const file = path.join(results, 'playwright.json')
  const environment = { CHROMIUM_PATH: await findChromium(), TENDWELL_E2E_REPORT: file }
  const { code, report } = await runSuite('@playwright/test/cli.js', ['test', ...filters], environment, file)
  if (!report) return { passed: 0, failed: 1 }
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  const failures = specsOf(report)
    .filter(({ ok }) => !ok)
    .map(({ file: spec, title, tests }) =>
      nameOf(
        spec,
        title,
        tests.flatMap(({ results: tries }) => tries).find(({ error }) => error)?.error.message,
      ),
    )
  return { ...countOf(report.stats.expected, report.stats.unexpected + report.stats.flaky, code), failures }
}

async function runSuite(program, args, environment, file) {
  await rm(file, { force: true })
  const { code } = await run(program, args, false, environment)
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) console.error(`${program.split('/')[0]} left no report.`)
  return { code, report: text && JSON.parse(text) }
}

/** A suite that ended badly for another reason than a failed test, or that ran nothing, has failed once. */
function countOf(passed, failed, code) {
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
