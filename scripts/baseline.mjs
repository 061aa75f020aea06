/**
 * `npm run db:baseline` regenerates the baseline migration after a change of a slice's `tables.ts`. After the
 * first release, each change of the tables is a new migration: `npm run db:generate -- --name what-it-does`.
 */
import './node-version.mjs'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bin, root } from './prepare.mjs'

const cwd = path.join(root, 'server')
const migrations = path.join(cwd, 'src/migrations')
const folder = mkdtempSync(path.join(cwd, 'baseline-'))

/** @param {string[]} args */
function generate(...args) {
  const env = { ...process.env, MIGRATIONS_FOLDER: path.basename(folder) }
  execFileSync(process.execPath, [bin('drizzle-kit/bin.cjs'), 'generate', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

try {
  // The functions come before the tables, because generated columns use them, and the constraints after.
  generate('--custom', '--name', 'functions')
  generate('--name', 'tables')
  generate('--custom', '--name', 'constraints')
  for (const file of ['0001_tables.sql', 'meta/_journal.json', 'meta/0002_snapshot.json']) {
    cpSync(path.join(folder, file), path.join(migrations, file))
  }
} finally {
  rmSync(folder, { recursive: true })
}
