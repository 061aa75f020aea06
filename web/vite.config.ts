import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { screenFiles } from './src/app/screen-files.ts'

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

const source = fileURLToPath(new URL('src/', import.meta.url))

/**
 * A chunk of what these files of `web/src/` share with other screens, as far as no chunk before has it. Left to the
 * bundler, each set of screens that share something has a chunk, and a screen loads up to 170 files.
 */
function sharedBy(name: string, ...files: string[]) {
  const modules = new Set<string>()
  function addImports(id: string, graph: Graph) {
    if (modules.has(id)) return
    modules.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) addImports(imported, graph)
  }
  return {
    name: (id: string, graph: Graph) => {
      if (modules.size === 0) for (const file of files) addImports(path.join(source, file), graph)
      return modules.has(id) ? name : null
    },
    minShareCount: 2,
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** From what every page needs to what some screens do. The order keeps the pages for visitors small. */
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  sharedBy('landing', screenFiles.home),
  sharedBy('caregiver', screenFiles.caregiver),
  sharedBy('search', screenFiles.caregivers, 'market/caregivers/filters/filter-form.tsx'),
  sharedBy('login', screenFiles.login),
  sharedBy(
    'members',
    'app/layouts/account-menu.tsx',
    'app/layouts/tab-bar.tsx',
    'market/chat/conversations/messages-icon.tsx',
    'market/notifications/notification-bell.tsx',
    'shared/people/public-links.tsx',
    'ui/form-dialog.tsx',
  ),
  sharedBy('records', screenFiles.adminPerson),
  sharedBy('requests', screenFiles.incomingRequests),
  sharedBy('profiles', screenFiles.caretakerProfile),
  sharedBy('booking', screenFiles.booking),
  sharedBy('blocks', 'shared/safety/blocks-api.ts', 'shared/safety/unblock-dialog.tsx'),
  sharedBy(
    'fields',
    'ui/combo-box.tsx',
    'ui/money-field.tsx',
    'ui/toggle-group.tsx',
    'lib/address/use-calendar-state.ts',
  ),
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
      ...(isSsrBuild
        ? []
        : [{ find: /^temporal-polyfill$/, replacement: path.join(source, 'lib/browser/temporal.ts') }]),
    ],
  },
  // The server is installed without the web app's packages, so its build contains them.
  ssr: { noExternal: true },
  ...(isSsrBuild && { publicDir: false, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Says which files each screen's code is in (see src/app/preloads.ts).
    manifest: !isSsrBuild && 'manifest.json',
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
