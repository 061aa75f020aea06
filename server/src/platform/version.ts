import { createRequire } from 'node:module'

/** The product's version; the path is the same from the sources and from the build. */
export const { version: VERSION } = createRequire(import.meta.url)('../../package.json') as {
  version: string
}
