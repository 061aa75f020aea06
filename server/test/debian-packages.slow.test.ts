import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findProgram } from '../../scripts/debian.mjs'

test('runs a program that is not installed, with its libraries', async () => {
  const [server, again] = await Promise.all([findProgram('redis-server'), findProgram('redis-server')])
  expect(again).toEqual(server)
  expect(String(execFileSync(server.path, ['--version'], { env: server.env }))).toContain('Redis server')
})
