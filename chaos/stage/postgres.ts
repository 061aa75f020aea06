/** The processes of the topology's PostgreSQL servers. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Topology } from '../../e2e/topology.ts'

/** @param name the server's folder @returns the id of its first process; 0 if there is none */
export async function findPostgres({ folder }: Topology, name: 'postgres' | 'replica'): Promise<number> {
  const file = path.join(folder, name, 'postgres', 'postmaster.pid')
  const [first = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return Number(first)
}

/** @returns the ids of its first process and of all its children */
export async function listPostgres(topology: Topology, name: 'postgres' | 'replica'): Promise<number[]> {
  const first = await findPostgres(topology, name)
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(first)])
  return [first, ...stdout.trim().split('\n').map(Number)]
}
