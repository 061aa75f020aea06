/**
 * `npm run test:soak -- 10` runs the whole suite ten times beside a busy loop on one core, and prints which
 * tests failed or were flaky, and how often.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { root } from './prepare.mjs'

const rounds = Number(process.argv[2] ?? 10)
const outcome = path.join(root, 'node_modules', '.cache', 'tendwell', 'tests', 'outcome.json')
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('Say how many times, as in: npm run test:soak -- 10')

/** @type {Map<string, number>} */
const counts = new Map()
const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
try {
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`\n══ round ${round} of ${rounds}`)
    await rm(outcome, { force: true })
    await runSuite()
    const { failures, flaky } = JSON.parse(await readFile(outcome, 'utf8'))
    /** @param {string} word @param {{ test: string }[]} tests */
    const label = (word, tests) => tests.map(({ test }) => `${word}: ${test}`)
    for (const name of [...label('failed', failures), ...label('flaky', flaky)]) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
} finally {
  busy.kill()
}
console.log(`\nAfter ${rounds} rounds:`)
if (counts.size === 0) console.log('No test failed or was flaky.')
for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count} × ${name}`)
process.exitCode = counts.size === 0 ? 0 : 1

function runSuite() {
  const args = [path.join(root, 'scripts/test.mjs'), '--set', 'quick', '--set', 'slow', '--retry']
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}
