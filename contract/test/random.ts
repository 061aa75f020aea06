/**
 * Random inputs for the property tests. They are the same in each run, so that a failure is the change's own and comes
 * again; TENDWELL_SEED (a whole number) tries others. Each `fc.sample` begins anew: many values are drawn from one
 * sample of a stream, not one value from each of many samples.
 */
import fc from 'fast-check'

const SEED = Number(process.env.TENDWELL_SEED || 271_828)

if (!Number.isInteger(SEED)) throw new Error('TENDWELL_SEED has to be a whole number.')
fc.configureGlobal({ seed: SEED })

export { fc }
