/** The server is started with a database or a folder that it can't use. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from './nodes.ts'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

beforeAll(buildServer)

/** @returns what a server that refuses these settings prints, after checking that it printed nothing else */
async function readRefusal(settings: Record<string, string>): Promise<string> {
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], output, errors] = await Promise.all([
    once(server, 'exit'),
    text(server.stdout),
    text(server.stderr),
  ])
  expect([code, output]).toEqual([1, ''])
  return errors
}

test('ends with one sentence, without a stack and without the password', async () => {
  const url = new URL(inject('databaseServerUrl'))
  url.password = 'not-the-password'
  expect(await readRefusal({ DATABASE_URL: url.href })).toBe(
    'DATABASE_URL: the server refuses the user "tendwell" or their password.\n',
  )
})

test('names the folder that it may not use', async () => {
  expect(await readRefusal({ DATA_DIR: `${main}/data` })).toBe(
    `${main}/data can't be used (ENOTDIR). Check DATA_DIR, and which account owns that folder.\n`,
  )
})
