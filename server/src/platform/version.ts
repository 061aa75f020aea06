import { createRequire } from 'node:module'

/** The product's version. The relative path is the same from `src` and from `dist`. */
export const { version: VERSION } = createRequire(import.meta.url)('../../package.json') as {
  version: string
}
