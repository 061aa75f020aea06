import { fork } from 'node:child_process'

/** `together` is the number of connections, 1 by default. Without a `token`, calls are made as a visitor. */
export type Calls = { url: string; count: number; together?: number; token?: string }

/** The time of each call, in the order of the responses, and of all of them, in ms. */
export type Taken = { times: number[]; whole: number }

/** Starts a process that makes calls and measures them. */
export function openCaller(): { measure(calls: Calls): Promise<Taken>; close(): void } {
  const child = fork(new URL('caller.mjs', import.meta.url), { execArgv: [] })
  return {
    measure: (calls) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The caller exited'))
        child.once('exit', failed)
        child.once('message', (taken) => {
          child.off('exit', failed)
          resolve(taken as Taken)
        })
        child.send(calls)
      }),
    close: () => child.disconnect(),
  }
}
