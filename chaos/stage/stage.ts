/** The whole topology, a mail server, and a table of what each fault did. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect } from 'vitest'
import { size } from '../../bench/load/size.ts'
import { startTopology, type Topology } from '../../e2e/topology.ts'
import { type MailCatcher, startMailCatcher } from '../../server/test/mail-catcher.ts'
import { type Call, isOk, isWrong, pause } from '../load/calls.ts'
import { type Pay, startLoad } from '../load/load.ts'
import { makePeople } from '../load/people.ts'
import { expectMails, expectSound } from '../load/verdict.ts'

const WARM_UP_MS = size(3_000, 300)
const QUIET_MS = size(5_000, 500)
const RECOVERY_LIMIT_MS = 120_000
const READY_LIMIT_MS = 60_000
const MAIL_LIMIT_MS = 120_000

export interface Outcome {
  /** Calls that got 429, 503 or no answer. */
  failed: Call[]
  /** From the end of the fault to the end of the last call that failed. */
  recoveredMs: number
  /** How long after the fault the last email came. */
  mailLateMs: number
}

export interface Fault {
  name: string
  /** Breaks something; when it returns, the fault is over. */
  run(): Promise<unknown>
  /** An email that was just being sent may arrive again when its sender dies. */
  mailsTwice?: boolean
  pay?: Pay
}

export interface Stage {
  topology: Topology
  mail: MailCatcher
  settings: Record<string, string>
  /** Requires that every promise is kept and that nothing but 429, 503 or no answer came. */
  breakUnderLoad(fault: Fault): Promise<Outcome>
  close(): Promise<void>
}

/** @param settings environment variables of the topology */
export async function startStage(settings: Record<string, string> = {}): Promise<Stage> {
  const mail = await startMailCatcher()
  const limits = { RATE_LIMITS: 'off', OVERLOAD_PROTECTION: 'off' }
  const topology = await startTopology({ ...limits, SMTP_URL: mail.url, ...settings })
  const envFile = path.join(topology.folder, 'env')
  const env = parseEnv(await readFile(envFile, 'utf8')) as Record<string, string>
  const rows: Record<string, string | number>[] = []

  return {
    topology,
    mail,
    settings: env,
    async breakUnderLoad({ name, run, mailsTwice = false, pay }) {
      const load = startLoad(topology.url, await makePeople(env), pay)
      await pause(WARM_UP_MS)
      const before = load.calls.filter((call) => !isOk(call))
      expect(before, 'calls that failed before the fault').toEqual([])
      const startMs = Date.now()
      await run()
      const endMs = Date.now()
      const lastFailureMs = await load.waitForQuiet(QUIET_MS, RECOVERY_LIMIT_MS)
      await load.stop()
      const most = mailsTwice ? 2 : 1
      const mailLateMs = await expectMails(mail, load.promises.emails, {
        sinceMs: endMs,
        limitMs: MAIL_LIMIT_MS,
        most,
      })
      const failed = load.calls.filter((call) => !isOk(call))
      const recoveredMs = Math.max(0, lastFailureMs - endMs)
      rows.push({
        fault: name,
        'lasted s': toSeconds(endMs - startMs),
        calls: load.calls.length,
        failed: failed.length,
        'refused with 503': failed.filter(({ status }) => status === 503).length,
        'recovered s': toSeconds(recoveredMs),
        messages: load.promises.messages.length,
        booked: load.promises.booked.length,
        emails: load.promises.emails.size,
        'email late s': toSeconds(mailLateMs),
      })
      expect(load.calls.filter(isWrong), 'answers that no fault may lead to').toEqual([])
      await expectSound(load.promises, env.DATABASE_URL ?? '', envFile)
      await waitForNodes(topology)
      return { failed, recoveredMs, mailLateMs }
    },
    async close() {
      console.log(toTable(rows))
      await topology.stop()
      await mail.stop()
    },
  }
}

/** For docs/benchmarks.md. */
function toTable(rows: Record<string, string | number>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => Object.values(row))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const toSeconds = (ms: number) => (ms / 1_000).toFixed(1)

/** Waits until both web nodes are ready. */
export async function waitForNodes({ nodes }: Topology): Promise<void> {
  const isReady = async (node: string) => (await fetch(`${node}/readyz`).catch(() => null))?.ok === true
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await pause(100)) {
    if ((await Promise.all(nodes.map(isReady))).every(Boolean)) return
  }
  throw new Error('the nodes did not become ready')
}

/** Kills a process as often as it comes back, for this long. @param findPid 0 while it doesn't run */
export async function keepDown(findPid: () => Promise<number> | number, ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(20)) kill(await findPid(), 'SIGKILL')
}

/** Sends a signal to a process that may have ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
