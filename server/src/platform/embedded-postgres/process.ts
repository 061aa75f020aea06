/** What the system tells about processes that are not our children. */
import { readFile } from 'node:fs/promises'

/**
 * Whether a process runs. One that has ended but that nobody has waited for (a zombie, as they remain in
 * containers without an init) counts as dead, though a signal still reaches it.
 */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // "pid (name) state …": the name may hold spaces and brackets, so count from the last bracket.
  return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** A process' program name, or null where the system doesn't tell. */
export async function programName(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return name === null ? null : name.trim()
}

/**
 * Waits until a process has ended.
 * @param timeoutMs how long to wait at most, in milliseconds.
 * @returns false when it still runs then.
 */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < timeoutMs; ) {
    if (!(await isAlive(pid))) return true
    await pause(20)
  }
  return !(await isAlive(pid))
}

/** Waits a number of milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
