import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { prerender } from './prerender.ts'

// The interface is in English alone: react-aria's words in some thirty other languages stay out of the build.
function englishOnly(): Plugin {
  const otherLanguage = /[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/
  return {
    name: 'english-only',
    enforce: 'pre',
    resolveId(source, importer) {
      const fromAria = importer && /node_modules[\\/]react-(aria|stately)/.test(importer)
      return fromAria && otherLanguage.test(source) ? '\0no-words' : null
    },
    load: (id) => (id === '\0no-words' ? 'export default {}' : null),
  }
}

// An open list of a combo box hides nothing else: react-aria would mark the whole page aria-hidden while all of it can
// still be reached by Tab, which WCAG forbids (axe: aria-hidden-focus) and the combo box pattern doesn't ask for.
function openComboBoxes(): Plugin {
  return {
    name: 'open-combo-boxes',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /[\\/]ariaHideOutside\.m?js$/.test(source) && /[\\/]useComboBox\.m?js$/.test(importer ?? '')
        ? '\0hides-nothing'
        : null,
    load: (id) => (id === '\0hides-nothing' ? 'export const ariaHideOutside = () => undefined' : null),
  }
}

// Compressed once here, as well as can be, instead of at each request: the server sends the .br or .gz it finds.
// From the files as written, because the bundler still changes them after every other hook.
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue
        const file = path.join(dir, fileName)
        const source = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(source))
        writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }))
      }
    },
  }
}

const routerForUse = fileURLToPath(new URL('../production', import.meta.resolve('react-router')))

/** Where `npm start` serves it. */
const product = 'http://127.0.0.1:3000'

// The contract is read from its source. (The "source" condition can't be switched on here: react-aria-components
// declares one too, and doesn't publish the files.)
const alias = [
  {
    find: /^@tendwell\/contract\/(.+)$/,
    replacement: `${fileURLToPath(new URL('../contract/src', import.meta.url))}/$1.ts`,
  },
  // Its package points everybody at the build that warns of a developer's mistakes.
  { find: /^react-router$/, replacement: `${routerForUse}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${routerForUse}/dom-export.mjs` },
]

/** @param files what stands in a chunk, with all that it needs: paths under web/src, without their endings */
const within = (files: string) => new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](${files})\\.tsx?$`)
const fromPackages = (names: string) => new RegExp(`[\\\\/]node_modules[\\\\/](${names})[\\\\/]`)

// What many screens share comes in a few files. Left to itself the bundler makes one of each set of modules that the
// same screens need: sixty small files a screen, each of them a turn on a telephone's line. The earlier takes first.
const chunks = [
  { name: 'react', test: fromPackages('react|react-dom|react-redux|react-router|redux|scheduler') },
  { name: 'redux-toolkit', test: fromPackages('@reduxjs|immer|reselect') },
  { name: 'start', tags: ['$initial' as const] },
  {
    name: 'data',
    test: within('lib/(api-base|errors|format|idempotency|list|use-typed)|features/admin/console-state'),
  },
  {
    name: 'controls',
    test: within(
      'ui/(back-link|bottom-bar|button|card|empty-state|error-state|icon-button|missing-state|page|pagination|panel|price-text|search-field|skeleton|word-row)',
    ),
  },
  { name: 'lists', test: within('ui/(select|dialog)') },
  { name: 'icons', test: fromPackages('lucide-react'), minShareCount: 2 },
]

export default defineConfig({
  plugins: [
    englishOnly(),
    openComboBoxes(),
    react(),
    tailwindcss(),
    precompressed(),
    prerender({ plugins: [englishOnly(), openComboBoxes(), react()], resolve: { alias } }),
  ],
  resolve: { alias },
  // Every browser that can run the build preloads modules by itself.
  build: {
    outDir: 'dist',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: chunks,
        },
      },
    },
  },
  server: {
    // Everything the server answers itself.
    proxy: {
      ...Object.fromEntries(['/api', '/avatars', '/dev', '/sandbox'].map((path) => [path, product])),
      '/ws': { target: product.replace('http', 'ws'), ws: true },
    },
  },
})
