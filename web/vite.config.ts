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

/** What every page starts with, as one file; the bundler decides about all others. */
const start = { name: 'start', tags: ['$initial' as const] }

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
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: [start] } } },
  },
  server: {
    // Everything the server answers itself.
    proxy: {
      ...Object.fromEntries(['/api', '/avatars', '/dev', '/sandbox'].map((path) => [path, product])),
      '/ws': { target: product.replace('http', 'ws'), ws: true },
    },
  },
}))
