/** Runs in one tab at a time. Browsers without Web Locks don't wait for other tabs. */
export function withTabLock<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, run) : run()
}
