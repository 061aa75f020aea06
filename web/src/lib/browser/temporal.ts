/**
 * The browser's own Temporal, so that only a browser without it loads the library. The browser's build has this in place
 * of `temporal-polyfill`.
 */
export const { Temporal } =
  'Temporal' in globalThis
    ? (globalThis as unknown as typeof import('temporal-polyfill/implementation'))
    : await import('temporal-polyfill/implementation')
