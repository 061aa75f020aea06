/**
 * fast-check with a fixed seed, so that failures repeat; TENDWELL_SEED (a whole number) sets another. Each
 * `fc.sample` starts from the seed again, so take many values from one sample instead of one value from each
 * of many.
 */
import fc from 'fast-check'

const SEED = Number(process.env.TENDWELL_SEED || 271_828)
/** One random case in this many is enough for a commit; `npm run test:full` runs all of them. */
const ONE_IN = process.env.TENDWELL_RANDOM === 'full' ? 1 : 5

if (!Number.isInteger(SEED)) throw new Error('TENDWELL_SEED must be a whole number.')
fc.configureGlobal({ seed: SEED, numRuns: countRuns(100) })

/** How many of `all` random cases run: a fifth, all of them with TENDWELL_RANDOM=full, or TENDWELL_RUNS. */
export function countRuns(all: number): number {
  return Number(process.env.TENDWELL_RUNS || Math.ceil(all / ONE_IN))
}

export { fc }
