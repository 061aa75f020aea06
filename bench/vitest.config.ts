import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { isSmall } from './load/size.ts'

const conditions = ['source', 'node']

/**
 * Runs the files of a folder one at a time, separately from the tests, so that they do not disturb each
 * other.
 */
export function runAlone(folder: string, test: ViteUserConfig['test']): ViteUserConfig {
  return defineConfig({
    root: new URL('..', import.meta.url).pathname,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: [`${folder}/*.ts`],
      exclude: [`${folder}/vitest.config.ts`],
      fileParallelism: false,
      // Loading the product takes longer than a small bench.
      isolate: !isSmall,
      ...test,
    },
  })
}

export default runAlone('bench', {
  globalSetup: ['server/test/global-setup.ts'],
  testTimeout: 30 * 60_000,
  hookTimeout: 60_000,
})
