/** Web nodes and the worker are killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSmall } from '../bench/load/size.ts'
import { CALLERS } from './load/load.ts'
import { kill, type Stage, startStage } from './stage/stage.ts'

const WORKER_LIMIT_MS = 15_000

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.close())

test('kill -9 of a web node fails only the calls that it was answering', async () => {
  const { failed } = await stage.breakUnderLoad({
    name: 'kill -9 of a web node',
    run: async () => kill(stage.topology.findPid('web-1'), 'SIGKILL'),
  })
  // A busy machine may fail others.
  if (!isSmall) expect(failed.length).toBeLessThanOrEqual(CALLERS)
})

test('kill -9 of the worker fails no call and delays no email by more than 15 s', async () => {
  const { failed, mailLateMs } = await stage.breakUnderLoad({
    name: 'kill -9 of the worker',
    run: async () => kill(stage.topology.findPid('worker'), 'SIGKILL'),
    mailsTwice: true,
  })
  if (isSmall) return
  expect(failed).toEqual([])
  expect(mailLateMs).toBeLessThan(WORKER_LIMIT_MS)
})
