/** Runs a command of `server/src/commands` in this process. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Terminal } from '../src/commands/command.ts'

/** @param given.input what the command reads from standard input */
export async function runCommand(
  run: (terminal: Terminal) => Promise<number>,
  { args = [], env = {}, input = '' }: { args?: string[]; env?: Record<string, string>; input?: string },
): Promise<{ code: number; output: string; errors: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  stdin.end(input)
  const code = await run({ args, env: { NODE_ENV: 'test', ...env }, stdin, stdout, stderr })
  stdout.end()
  stderr.end()
  return { code, output: await text(stdout), errors: await text(stderr) }
}
