/** Nodes are restarted in turn behind a proxy that does not retry. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { size } from '../bench/load/size.ts'
import { pause } from './load/calls.ts'
import { kill, type Stage, startStage, waitForNodes } from './stage/stage.ts'

const RESTARTS = size(20, 2)
/** The proxy asks each second whether a node is ready. */
const PROXY_NOTICES_MS = 2_000

let stage: Stage
beforeAll(async () => {
  stage = await startStage({ TRY_DURATION: '0s' })
})
afterAll(() => stage?.close())

async function restart(name: string): Promise<void> {
  const before = stage.topology.findPid(name)
  kill(before, 'SIGTERM')
  while (stage.topology.findPid(name) === before) await pause(50)
  await waitForNodes(stage.topology)
  await pause(PROXY_NOTICES_MS)
}

test(`${RESTARTS} rolling restarts fail no call`, async () => {
  const { failed } = await stage.breakUnderLoad({
    name: `${RESTARTS} rolling restarts, a proxy without retries`,
    async run() {
      for (let turn = 0; turn < RESTARTS; turn += 1) await restart(`web-${(turn % 2) + 1}`)
    },
  })
  expect(failed).toEqual([])
})
