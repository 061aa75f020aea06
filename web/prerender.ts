import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const entry = fileURLToPath(new URL('src/draw.tsx', import.meta.url))
/** What draws pages, for Node: the server finds it here, beside what browsers get. */
const drawingDir = fileURLToPath(new URL('dist-server', import.meta.url))

/** The server puts its own address in place of the word. */
const address = [
  '<link rel="canonical" href="__ORIGIN__/">',
  '<meta property="og:url" content="__ORIGIN__/">',
]

/**
 * The page is drawn for a visitor. Who has a session would see a visitor's links for a moment, so this hides them
 * before anything is painted (see main.css); the app itself then decides. The server allows it by its hash.
 */
const memberHint =
  "<script>try{if(JSON.parse(localStorage.getItem('tendwell.session')).token)document.documentElement.dataset.member=''}catch{}</script>"

/** Frames that the server draws into; their screens' code is asked for at once, not only when the app has begun. */
const drawnByServer = {
  'caregivers.html': 'src/pages/caregivers.tsx',
  'caregiver.html': 'src/pages/caregiver-detail.tsx',
}
const forScreens = ['src/app/data.ts', 'src/app/in-english.tsx']

interface HomeDrawing {
  drawHome: () => Promise<{ head: string; body: string }>
}

/**
 * Makes what draws pages, and draws the home page by it, so that it can be read before any script runs: `home.html`,
 * beside the empty `index.html` of all other screens, and the frames of those that the server draws.
 */
export function prerender(config: Pick<InlineConfig, 'plugins' | 'resolve'>): Plugin {
  return {
    name: 'prerender',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    // Every page preloads the fonts first, because one that misses the first paint is not used (see styles/fonts.css).
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        })),
    async writeBundle({ dir = 'dist' }, bundle) {
      await buildDrawing(config)
      const shell = readFileSync(path.join(dir, 'index.html'), 'utf8')
      // A page that comes drawn can be read without its scripts: they let styles, letters and pictures go first.
      const patient = shell.replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      )
      for (const [name, screen] of Object.entries(drawnByServer)) {
        const files = codeOf(bundle, [screen, ...forScreens]).filter((file) => !shell.includes(file))
        const code = files.map(
          (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
        )
        const head = [...code, memberHint].join('\n    ')
        writeFileSync(path.join(dir, name), replaced(patient, '</head>', `  ${head}\n  </head>`))
      }
      const { drawHome }: HomeDrawing = await import(pathToFileURL(path.join(drawingDir, 'draw.js')).href)
      const { head, body } = await drawHome()
      const headOfHome = [head, ...address, memberHint].join('\n    ')
      const framed = replaced(patient, /<title>.*?<\/title>/, headOfHome)
      const home = replaced(framed, '<div id="root"></div>', `<div id="root">${body}</div>`)
      writeFileSync(path.join(dir, 'home.html'), home)
    },
  }
}

/** With all that it needs inside: the server is installed without the web application's packages. */
async function buildDrawing(config: Pick<InlineConfig, 'plugins' | 'resolve'>) {
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    root: path.dirname(drawingDir),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: entry, outDir: drawingDir, emptyOutDir: true },
  })
}

/** The files that modules are in, with all that these import. */
function codeOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(module),
    )
    if (!chunk) throw new Error(`No file of the build is ${module}`)
    add(chunk.fileName)
  }
  return [...files]
}

function replaced(text: string, what: string | RegExp, by: string): string {
  const result = text.replace(what, () => by)
  if (result === text) throw new Error(`The page's frame has no ${what}`)
  return result
}
