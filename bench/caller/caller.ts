import { fork } from 'node:child_process'

/** `together`: so many at a time, else one after another. `token`: of the person who calls, else a visitor. */
export type Calls = { url: string; count: number; together?: number; token?: string }

/** How long each call took, in the order of their answers, and all of them, in milliseconds. */
export type Taken = { times: number[]; whole: number }

/** @returns what makes so many calls and answers with how long they took */
export function openCaller(): { measure(calls: Calls): Promise<Taken>; close(): void } {
  const child = fork(new URL('caller.mjs', import.meta.url), { execArgv: [] })
  return {
    measure: (calls) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The caller ended'))
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
