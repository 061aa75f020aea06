/**
 * fast-check with a fixed seed, so that failures repeat; TENDWELL_SEED (a whole number) sets another. Each `fc.sample`
 * starts from the seed again, so take many values from one sample instead of one value from each of many.
 */
import fc from 'fast-check'

const SEED = Number(process.env.TENDWELL_SEED || 271_828)

if (!Number.isInteger(SEED)) throw new Error('TENDWELL_SEED must be a whole number.')
fc.configureGlobal({ seed: SEED })

/** The number of random inputs: `normal`, or TENDWELL_RUNS. */
export function countRuns(normal: number): number {
  return Number(process.env.TENDWELL_RUNS || normal)
}

export { fc }
