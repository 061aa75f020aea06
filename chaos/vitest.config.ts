import { runAlone } from '../bench/vitest.config.ts'

/** One fault at a time, each on the whole topology. */
export default runAlone('chaos', { testTimeout: 15 * 60_000, hookTimeout: 15 * 60_000 })
