/** Looks up processes that are not our children. */
import { readFile } from 'node:fs/promises'

/**
 * Whether a process runs. A zombie (ended, but not reaped by its parent, as in containers without an init)
 * counts as dead.
 */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // "pid (name) state …": the name may contain spaces and parentheses, so search for the last one.
  return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** @returns the name of a process's program; null if unknown */
export async function findProgramName(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return name === null ? null : name.trim()
}

/** Waits until a process has ended. @returns false if it still runs after `timeoutMs` */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < timeoutMs; ) {
    if (!(await isAlive(pid))) return true
    await pause(20)
  }
  return !(await isAlive(pid))
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
