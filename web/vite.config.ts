import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Compresses each file once, as small as possible. The server sends the .br or .gz that it finds.
function precompress(): Plugin {
  return {
    name: 'precompress',
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

// Every page preloads the fonts, because one that misses the first paint is not used (see styles/fonts.css).
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
  }
}

/** Modules by their path below `web/src/`. */
const modules = (paths: string) => new RegExp(`web.src.(${paths})\\.tsx?$`)

// Some large files instead of many small ones: what every page starts with, what the landing page shares with
// others, what most screens share, and the fields with a list of options. Left to the bundler, the first load of
// /caregivers takes 68 files and 6 % more. The modules are named, because a chunk by the number of its users takes
// in another library each time a screen is added.
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'plain', test: modules('ui/(button-link|card|skeleton)|lib/format/initials') },
  {
    name: 'common',
    test: modules(
      'ui/(button|icon-button|page|error-state|pagination|field|avatar|scenes/unlit-lamp)|lib/(transport/(list|idempotency)|forms/use-action|address/pages)',
    ),
  },
  {
    name: 'lists',
    test: modules('ui/(select|option-list|list-input|tag-field|suggest-field)|shared/people/city-field'),
  },
]

/** Where `npm start` serves the product. */
const product = 'http://127.0.0.1:3000'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    // The interface is in English only, so the texts of react-aria in other languages stay out of the build.
    optimizeLocales.vite({ locales: ['en-US'] }),
    react(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [preloadFonts(), precompress()]),
  ],
  // The contract is read from its source. (The "source" condition can't be switched on here:
  // react-aria-components declares one too, and doesn't publish the files.)
  resolve: {
    alias: [
      {
        find: /^@tendwell\/contract\/(.+)$/,
        replacement: `${fileURLToPath(new URL('../contract/src', import.meta.url))}/$1.ts`,
      },
    ],
  },
  // The server is installed without the web app's packages, so its build contains them.
  ssr: { noExternal: true },
  ...(isSsrBuild && { publicDir: false, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Every browser that can run the build preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    // Everything the server answers itself.
    proxy: {
      ...Object.fromEntries(['/api', '/avatars', '/dev', '/sandbox'].map((path) => [path, product])),
      '/ws': { target: product.replace('http', 'ws'), ws: true },
    },
  },
}))
