import { fork } from 'node:child_process'

/** Without a `token`, calls are made as a visitor. There is one connection by default. */
export type Calls = { url: string; count: number; connections?: number; token?: string }

/** The time of each call, in the order of the responses, and of all calls together, in ms. */
export type Timings = { times: number[]; totalMs: number }

/** Starts a process that makes calls and measures them. */
export function openCaller(): { measure(calls: Calls): Promise<Timings>; close(): void } {
  const child = fork(new URL('caller.mjs', import.meta.url), { execArgv: [] })
  return {
    measure: (calls) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The caller exited'))
        child.once('exit', failed)
        child.once('message', (timings) => {
          child.off('exit', failed)
          resolve(timings as Timings)
        })
        child.send(calls, (error) => error && reject(error))
      }),
    close: () => child.disconnect(),
  }
}
