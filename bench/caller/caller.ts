import { fork } from 'node:child_process'

/** `together`: so many at a time, else one after another. `token`: of the person who calls, else a visitor. */
export type Calls = { url: string; count: number; together?: number; token?: string }

/** @returns what makes so many calls and answers with how long each took in milliseconds */
export function openCaller(): { measure(calls: Calls): Promise<number[]>; close(): void } {
  const child = fork(new URL('caller.mjs', import.meta.url), { execArgv: [] })
  return {
    measure: (calls) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error('The caller ended'))
        child.once('exit', failed)
        child.once('message', (times) => {
          child.off('exit', failed)
          resolve(times as number[])
        })
        child.send(calls)
      }),
    close: () => child.disconnect(),
  }
}
