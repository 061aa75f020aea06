import { fork } from 'node:child_process'
import { getQuantile } from './quantile.ts'

export type Call = {
  /** What a person does, for the report. */
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Without one, it is a visitor's call. */
  token?: string
  /** Where the call seems to come from; needs TRUST_PROXY. */
  address?: string
  body?: string
  /** Of the body, JSON by default. */
  type?: string
}

/** `status` is 0 without an answer. `ms` counts from the time the call was due. */
export type Arrival = { name: string; atMs: number; ms: number; status: number; hasRetryAfter: boolean }

/** Spreads calls evenly over time. */
export function schedule(calls: readonly Call[], perSecond: number, fromMs = 0): (Call & { atMs: number })[] {
  return calls.map((call, index) => ({ ...call, atMs: fromMs + (index * 1_000) / perSecond }))
}

/** Starts a process that sends calls at their times. */
export function openArrivals() {
  const child = fork(new URL('arrivals.mjs', import.meta.url), { execArgv: [] })
  return {
    /** @param calls in the order of their times @returns an answer for each call */
    run: (url: string, calls: readonly (Call & { atMs: number })[]): Promise<Arrival[]> =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The process that sends calls exited'))
        child.once('exit', failed)
        child.once('message', (answers) => {
          child.off('exit', failed)
          resolve(answers as Arrival[])
        })
        child.send({ url, calls }, (error) => error && reject(error))
      }),
    close: () => child.disconnect(),
  }
}

/** @param part from 0 to 1 */
export function getQuantileMs(arrivals: readonly Arrival[], part: number): number {
  const times = arrivals.map(({ ms }) => ms)
  return getQuantile(times, part)
}

/** How many calls got each status. */
export function countStatuses(arrivals: readonly Arrival[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of arrivals) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export const isAnswered = ({ status }: Arrival) => status >= 200 && status < 400
/** Confirming a payment whose card page was refused is a conflict. */
const isRefused = ({ name, status, hasRetryAfter }: Arrival) =>
  ((status === 429 || status === 503) && hasRetryAfter) || (status === 409 && name === 'confirm a payment')

/** How many calls were neither answered nor refused as the rules say, by status. */
export const countWrong = (answers: readonly Arrival[]) =>
  countStatuses(answers.filter((answer) => !isAnswered(answer) && !isRefused(answer)))

/** p50, p99, the slowest and the statuses, in words. */
export function describeTimes(arrivals: readonly Arrival[]): string {
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((part) => getQuantileMs(arrivals, part).toFixed(0))
  return `p50 ${p50} ms, p99 ${p99} ms, slowest ${slowest} ms, ${JSON.stringify(countStatuses(arrivals))}`
}

/** Prints p50, p99 and the statuses of each kind of call. */
export function printByName(arrivals: readonly Arrival[]): void {
  const rows: Record<string, Record<string, string | number>> = {}
  for (const name of new Set(arrivals.map((arrival) => arrival.name))) {
    const own = arrivals.filter((arrival) => arrival.name === name)
    rows[name] = {
      calls: own.length,
      p50: getQuantileMs(own, 0.5).toFixed(0),
      p99: getQuantileMs(own, 0.99).toFixed(0),
      statuses: JSON.stringify(countStatuses(own)),
    }
  }
  console.table(rows)
}
