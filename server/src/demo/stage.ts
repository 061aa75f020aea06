import type { Deps } from '../deps.ts'
import type { Jobs } from '../platform/jobs.ts'
import { createSandbox } from '../ports/payments/sandbox.ts'

/**
 * The product as it was at a moment of the past, so that the demo's history is made by the real commands. Nothing
 * of it is told to anybody: mail and notifications of long ago would only bury the new ones.
 */
export function at(deps: Deps, moment: Date): Deps {
  const clock = { now: () => moment, offsetMs: () => 0 }
  const jobs: Jobs = { ...deps.jobs, add: async () => {}, publish: async () => {} }
  return { ...deps, clock, jobs, payments: createSandbox({ ...deps, clock, jobs }) }
}
