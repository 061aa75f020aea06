import type { Deps } from '../deps.ts'
import { createCheckSandbox } from '../ports/background-checks/sandbox.ts'
import { createSandbox } from '../ports/payments/sandbox/sandbox.ts'

/**
 * Dependencies with the clock set to a past moment, so that the real commands make the demo's history. They
 * publish no events and add no jobs that are due by now: emails and notifications about the past would bury
 * the new ones.
 */
export function backdate(deps: Deps, moment: Date): Deps {
  const clock = { now: () => moment, offsetMs: () => 0 }
  const jobs: Deps['jobs'] = {
    ...deps.jobs,
    add: (transaction, name, payload, options = {}) => jobs.addAll(transaction, [{ name, payload, options }]),
    async addAll(transaction, newJobs) {
      const now = deps.clock.now()
      const jobsAhead = newJobs.filter(({ options }) => options?.runAt && options.runAt > now)
      await deps.jobs.addAll(transaction, jobsAhead)
    },
    publish: async () => {},
  }
  const pastDeps = { ...deps, clock, jobs }
  return {
    ...pastDeps,
    payments: createSandbox(pastDeps),
    // Only the stand-in's checks can be dated back.
    backgroundChecks: deps.config.backgroundChecks === 'sandbox' ? createCheckSandbox(pastDeps) : null,
  }
}

/** As `backdate`, for a moment this long ago; for 0 the real dependencies, which publish events. */
export function goBack(deps: Deps, agoMs: number): Deps {
  return agoMs === 0 ? deps : backdate(deps, new Date(deps.clock.now().getTime() - agoMs))
}
