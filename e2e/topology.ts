/**
 * Starts `npm run topology`: a proxy, two web nodes, a worker, PostgreSQL, Redis and an S3 store as
 * processes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './product.ts'

const script = fileURLToPath(new URL('../scripts/topology.mjs', import.meta.url))

export interface Topology {
  /** The proxy's address. */
  url: string
  /** Where its settings (`env`), logs and data are. */
  folder: string
  /** The addresses of the web nodes. */
  nodes: string[]
  /** The id of a part's newest process, such as `web-1`. */
  findPid: (name: string) => number
  stop: () => Promise<void>
}

/**
 * @param settings environment variables, such as RATE_LIMITS; the folder is deleted at the end unless
 *   TOPOLOGY_DIR names it
 */
export async function startTopology(settings: Record<string, string> = {}): Promise<Topology> {
  const folder = settings.TOPOLOGY_DIR ?? (await mkdtemp(path.join(tmpdir(), 'tendwell-topology-')))
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, HOME, TOPOLOGY_DIR: folder, TOPOLOGY_PORT: String(await findFreePort()), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const [, ready] = /ready: (\S+)/.exec(output) ?? []
      if (ready) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The topology ended (${code}):\n${output}`)))
  })
  return {
    url,
    folder,
    findPid: (name) =>
      Number([...output.matchAll(new RegExp(`^${name}\\b.*process (\\d+)`, 'gm'))].at(-1)?.[1]),
    nodes: [...output.matchAll(/^web-\d at ([^:]+:[^:]+:\d+)/gm)].map(([, address = '']) => address),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      if (!settings.TOPOLOGY_DIR) await rm(folder, { recursive: true, force: true })
    },
  }
}
