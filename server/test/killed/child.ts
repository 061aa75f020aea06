/** Runs the built server on a test's database in a process that the test can kill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

export type Child = { url: string; kill(): Promise<void> }

/** Waits until the server listens. @throws Error with its error output if it exits first */
export async function startChild(env: Record<string, string>): Promise<Child> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)))
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /is ready: (\S+)/.exec(line) ?? []
    if (!url) continue
    child.stdout.resume()
    return {
      url,
      async kill() {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  throw new Error(`the server exited: ${errors.join('')}`)
}
