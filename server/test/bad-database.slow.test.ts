/** The server is started with a database that it can't use. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from './nodes.ts'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

beforeAll(buildServer)

test('ends with one sentence, without a stack and without the password', async () => {
  const url = new URL(inject('databaseServerUrl'))
  url.password = 'not-the-password'
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', DATABASE_URL: url.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], output, errors] = await Promise.all([
    once(server, 'exit'),
    text(server.stdout),
    text(server.stderr),
  ])
  expect(errors).toBe('DATABASE_URL: the server refuses the user "tendwell" or their password.\n')
  expect([code, output]).toEqual([1, ''])
})
