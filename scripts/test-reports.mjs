/** Reads the reports of Vitest and Playwright into one form. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

/**
 * @typedef {object} Report
 * @property {number} passed how many tests passed, flaky ones included
 * @property {number} failed
 * @property {Failure[]} failures
 * @property {Failure[]} flaky the tests that failed, were run once more and passed
 * @property {{ file: string, seconds: number }[]} files how long the tests of each file took, added up
 */

/**
 * @typedef {object} Failure
 * @property {string} test its file and title
 * @property {string} reason the start of the error, and for a browser test what the page showed
 */

/**
 * @param {string} file Vitest's JSON report
 * @returns {Promise<Report>}
 * @throws {Error} if there is none
 */
export async function readVitestReport(file) {
  const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8'))
  /** @type {Report} */
  const report = { passed: numPassedTests, failed: 0, failures: [], flaky: [], files: [] }
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    const spec = path.relative(root, name)
    report.files.push({ file: spec, seconds: (endTime - startTime) / 1000 || 0 })
    /** @type {{ fullName: string, status: string, failureMessages: string[] }[]} */
    const tests = assertionResults
    const failed = tests.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failed) {
      report.failures.push({ test: `${spec}: ${fullName}`, reason: shorten(failureMessages[0]) })
    }
    // A file that fails to load has no tests to count.
    if (status === 'failed' && failed.length === 0) {
      report.failures.push({ test: spec, reason: shorten(message) })
    }
  }
  report.failed = report.failures.length
  return report
}

/**
 * @param {string} file Playwright's JSON report
 * @returns {Promise<Report>}
 * @throws {Error} if there is none
 */
export async function readPlaywrightReport(file) {
  const { stats, suites, errors } = JSON.parse(await readFile(file, 'utf8'))
  /** @type {Report} */
  const report = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [],
    flaky: [],
    files: [],
  }
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file: name, title, tests } of listSpecs({ suites })) {
    const spec = `e2e/${name}`
    for (const { status, results } of tests) {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      seconds.set(spec, (seconds.get(spec) ?? 0) + ms / 1000)
      if (status !== 'unexpected' && status !== 'flaky') continue
      const [first] = results
      const page = await readPageText(first?.attachments ?? [])
      const reasons = first?.errors.map(({ message }) => shorten(message)) ?? []
      const failure = { test: `${spec}: ${title}`, reason: [...reasons, page].filter(Boolean).join('\n') }
      if (status === 'flaky') report.flaky.push(failure)
      else report.failures.push(failure)
    }
  }
  for (const { message } of errors) report.failures.push({ test: 'e2e', reason: shorten(message) })
  report.files = [...seconds].map(([name, sum]) => ({ file: name, seconds: sum }))
  return report
}

/**
 * @typedef {{ errors: { message?: string }[], attachments: Attachment[], duration: number }} BrowserResult
 * @typedef {{ file: string, title: string, tests: { status: string, results: BrowserResult[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ name: string, path?: string }} Attachment
 */

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

/**
 * The beginning of what the page showed when a browser test failed.
 * @param {Attachment[]} attachments
 */
async function readPageText(attachments) {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  const text = file ? await readFile(file, 'utf8').catch(() => '') : ''
  const [, main = ''] = /^( *- main[\s\S]*?)^```/m.exec(text) ?? []
  return main.split('\n').slice(0, 30).join('\n')
}

/** The start of an error, where a property test shows its counterexample. */
function shorten(reason = '') {
  const lines = stripVTControlCharacters(reason).split('\n')
  return lines.filter(Boolean).slice(0, 10).join(' | ').slice(0, 900)
}
