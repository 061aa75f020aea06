/**
 * The clock of one web node jumps by an hour. libfaketime, from Debian's package, reads the jump from a file.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { size } from '../bench/load/size.ts'
import { findProgram } from '../scripts/debian.mjs'
import { pause } from './load/calls.ts'
import { type Stage, startStage } from './stage/stage.ts'

const WRONG_MS = size(20_000, 2_000)

let stage: Stage
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-clock-'))
  await setClock('+0')
  const { env } = await findProgram('faketime')
  stage = await startStage({
    TOPOLOGY_WEB_1: [
      `LD_PRELOAD=${path.join(env.LD_LIBRARY_PATH ?? '/usr/lib/x86_64-linux-gnu', 'faketime/libfaketimeMT.so.1')}`,
      `FAKETIME_TIMESTAMP_FILE=${path.join(folder, 'offset')}`,
      'FAKETIME_CACHE_DURATION=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
    ].join('\n'),
  })
})
afterAll(async () => {
  await stage?.close()
  await rm(folder, { recursive: true })
})

const setClock = (offset: string) => writeFile(path.join(folder, 'offset'), `${offset}\n`)

test.each(['+1h', '-1h'])('a clock that is off by %s on one node fails no call', async (offset) => {
  const { failed } = await stage.breakUnderLoad({
    name: `clock of a web node off by ${offset}`,
    async run() {
      await setClock(offset)
      await pause(WRONG_MS)
      await setClock('+0')
    },
  })
  expect(failed).toEqual([])
})
