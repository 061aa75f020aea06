/** Redis and the read replica are lost, hang and return. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { size } from '../bench/load/size.ts'
import { pause } from './load/calls.ts'
import { findPostgres, listPostgres } from './stage/postgres.ts'
import { keepDown, kill, type Stage, startStage } from './stage/stage.ts'

const LOST_MS = size(10_000, 1_000)
const LOST = `${LOST_MS / 1_000} s`

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ TOPOLOGY_REPLICA: 'on' })
})
afterAll(() => stage?.close())

async function freeze(processes: number[]): Promise<void> {
  for (const pid of processes) kill(pid, 'SIGSTOP')
  await pause(LOST_MS)
  for (const pid of processes) kill(pid, 'SIGCONT')
}

const faults = [
  { name: `Redis lost for ${LOST}`, run: () => keepDown(() => stage.topology.findPid('redis'), LOST_MS) },
  { name: `Redis frozen for ${LOST}`, run: () => freeze([stage.topology.findPid('redis')]) },
  {
    name: `replica lost for ${LOST}`,
    run: () => keepDown(() => findPostgres(stage.topology, 'replica'), LOST_MS),
  },
  {
    name: `replica frozen for ${LOST}`,
    run: async () => freeze(await listPostgres(stage.topology, 'replica')),
  },
]

test.each(faults)('$name: no call fails', async (fault) => {
  expect((await stage.breakUnderLoad(fault)).failed).toEqual([])
})
