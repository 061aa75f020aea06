/**
 * `npm test` installs and builds if needed, runs the checks and the quick tests, and ends with a line that counts them.
 * `npm run test:slow` does the same with the slow tests, and `--set quick --set slow` runs both.
 * `npm test -- --only vitest bookings` runs one part, with a filter for its files.
 * `npm run pictures` takes the README's pictures.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium.mjs'
import { bin, buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const results = path.join(root, 'node_modules', '.cache', 'tendwell', 'tests')
/** Stops a suite that hangs. Far longer than a slow machine needs. */
const suiteLimitMs = 60 * 60_000

/**
 * The parts of each set in order; those of one list run at the same time. The slow and the browser tests run the built
 * product. The checks use the processor while the browser tests wait.
 */
const sets = {
  quick: [['build'], ['vitest'], ['types', 'format', 'unused', 'imports', 'playwright']],
  slow: [['build'], ['vitest'], ['playwright']],
  pictures: [['build'], ['playwright']],
}

/** Each part returns how many of its tests passed and failed, and may name the failed ones. */
const parts = {
  build: () => runCheck(buildIfNeeded),
  types: () => runCheck(() => runOrThrow('typescript/bin/tsc', ['-b'])),
  format: () => runCheck(() => runOrThrow('@biomejs/biome/bin/biome', ['check', '.'])),
  unused: () => runCheck(() => runOrThrow('knip/bin/knip.js', [])),
  imports: () => runCheck(checkImports),
  vitest: runVitest,
  playwright: runPlaywright,
}

async function main() {
  const { values, positionals: filters } = parseArgs({
    options: { set: { type: 'string', multiple: true, default: ['quick'] }, only: { type: 'string' } },
    allowPositionals: true,
  })
  if (values.only && !(values.only in parts))
    throw new Error(`--only takes one of: ${Object.keys(parts).join(', ')}.`)
  const unknown = values.set.find((set) => !(set in sets))
  if (unknown) throw new Error(`--set takes one of: ${Object.keys(sets).join(', ')}.`)
  await installIfNeeded()
  await mkdir(results, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const summary = []
  for (const set of values.set) {
    for (const names of choose(set, values.only)) {
      console.log(`\n── ${names.join(', ')} (${set})`)
      for (const result of await Promise.all(names.map((name) => runPart(name, set, filters)))) {
        total.passed += result.passed
        total.failed += result.failed
        summary.push(...result.failures.map((failure) => `FAILED ${failure}`), result.line)
      }
    }
  }
  console.log(`\n${summary.join('\n')}\n`)
  return total
}

/** @returns the parts to run, in order: all of a set, or one with the build that it needs */
function choose(set, only) {
  if (!only) return sets[set]
  const needsBuild = only === 'playwright' || (only === 'vitest' && set === 'slow')
  return needsBuild ? [['build'], [only]] : [[only]]
}

async function runPart(name, set, filters) {
  const start = performance.now()
  const {
    passed,
    failed,
    failures = [],
  } = await parts[name](set, filters).catch((error) => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const line = `${failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${set}): ${passed} passed, ${failed} failed, ${seconds} s`
  return { passed, failed, failures, line }
}

/** Counts a check as one test that passed. Throws when it fails. */
async function runCheck(work) {
  await work()
  return { passed: 1, failed: 0 }
}

/** Runs an installed program to its end and shows its output. Throws when it fails. */
async function runOrThrow(program, args) {
  const { code, output } = await run(program, args, { capture: true })
  if (output.trim() !== '') console.log(output.trim())
  if (code !== 0) throw new Error(`${program.split('/')[0]} failed (${code}).`)
  return output
}

/** Fails if dependency-cruiser reads no modules, as it does with a compiler version it does not support. */
async function checkImports() {
  const folders = ['contract/src', 'server/src', 'web/src']
  const program = 'dependency-cruiser/bin/dependency-cruise.mjs'
  const output = await runOrThrow(program, [...folders, '--config', '.dependency-cruiser.cjs'])
  const [, modules = 0] = /(\d+) modules, \d+ dependencies cruised/.exec(output) ?? []
  if (Number(modules) === 0) throw new Error('dependency-cruiser read no modules.')
}

async function runVitest(set, filters) {
  const file = path.join(results, 'vitest.json')
  const project = set === 'slow' ? 'slow*' : '!slow*'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', `--project=${project}`, ...reporters, ...filters]
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
  const lines = stripVTControlCharacters(reason).split('\n')
  const why = lines.filter(Boolean).slice(0, 10).join(' | ')
  return `${file}: ${title}: ${why.slice(0, 900)}`
}

async function runPlaywright(set, filters) {
  const file = path.join(results, 'playwright.json')
  const environment = { CHROMIUM_PATH: await findChromium(), TENDWELL_E2E_REPORT: file }
  const args = ['test', `--project=${set}`, ...filters]
  const { code, report } = await runSuite('@playwright/test/cli.js', args, environment, file)
  if (!report) return { passed: 0, failed: 1 }
  const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]
  const failed = listSpecs(report).filter(({ ok }) => !ok)
  const failures = await Promise.all(
    failed.map(async ({ file: spec, title, tests }) => {
      const tries = tests.flatMap(({ results }) => results)
      const lines = tries.flatMap(({ errors }) =>
        errors.map(({ message }) => describeFailure(spec, title, message)),
      )
      const pages = await Promise.all(tries.flatMap(({ attachments }) => attachments).map(readPageText))
      return [...lines, ...pages].filter(Boolean).join('\n')
    }),
  )
  return { ...toCounts(report.stats.expected, report.stats.unexpected + report.stats.flaky, code), failures }
}

/** @returns the beginning of what the page showed when a test failed, if this attachment says so */
async function readPageText({ name, path: file }) {
  if (name !== 'error-context') return ''
  const text = await readFile(file, 'utf8').catch(() => '')
  const [, main = ''] = /^( *- main[\s\S]*?)^```/m.exec(text) ?? []
  return main.split('\n').slice(0, 30).join('\n')
}

async function runSuite(program, args, environment, file) {
  await rm(file, { force: true })
  const { code } = await run(program, args, { environment })
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) console.error(`${program.split('/')[0]} left no report.`)
  return { code, report: text && JSON.parse(text) }
}

/** A suite without failed tests that exits with an error or runs nothing counts as one failure. */
function toCounts(passed, failed, code) {
  const other = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: other ? 1 : failed }
}

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

const { passed, failed } = await main().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
