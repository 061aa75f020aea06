/** The disk of PostgreSQL is full. Making a small disk takes root. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSmall, size } from '../bench/load/size.ts'
import { pause } from './load/calls.ts'
import { type Stage, startStage } from './stage/stage.ts'

const run = promisify(execFile)
const DISK = 'size=1g,mode=0711'
const FULL_MS = size(20_000, 2_000)
const RECOVERY_LIMIT_MS = 5_000
const CHUNK = Buffer.alloc(1 << 20)

let stage: Stage
let folder: string
let disk: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-topology-'))
  disk = path.join(folder, 'postgres')
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk])
  stage = await startStage({ TOPOLOGY_DIR: folder })
})
afterAll(async () => {
  await stage?.close()
  await run('umount', [disk])
  await rm(folder, { recursive: true })
})

/** Takes all space that is left, also what PostgreSQL gives back meanwhile, for this long. */
async function fill(ms: number): Promise<void> {
  const name = path.join(disk, 'filler')
  const filler = await open(name, 'w')
  for (const end = Date.now() + ms; Date.now() < end; await pause(100)) {
    while ((await statfs(disk)).bavail > 0) {
      const written = await filler.write(CHUNK).catch(() => null)
      if (!written) break
    }
  }
  await filler.close()
  await rm(name)
}

test('a full disk loses nothing, and calls succeed again within 5 s', async () => {
  const { failed, recoveredMs } = await stage.breakUnderLoad({
    name: `disk of PostgreSQL full for ${FULL_MS / 1_000} s`,
    run: () => fill(FULL_MS),
  })
  if (isSmall) return
  expect(failed.length).toBeGreaterThan(0)
  expect(recoveredMs).toBeLessThan(RECOVERY_LIMIT_MS)
})
