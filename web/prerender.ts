import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type Rolldown, runnerImport } from 'vite'

const page = fileURLToPath(new URL('src/prerender.tsx', import.meta.url))

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
  "try{if(JSON.parse(localStorage.getItem('tendwell.session')).token)document.documentElement.dataset.member=''}catch{}"

/** Screens that strangers open first: their frame asks for their code at once, not only when the app has begun. */
const publicScreens = {
  'caregivers.html': 'src/pages/caregivers.tsx',
  'caregiver.html': 'src/pages/caregiver-detail.tsx',
}
const forScreens = ['src/app/data.ts', 'src/app/in-english.tsx']

interface HomePage {
  renderHome: () => string
}

/**
 * Draws the home page at the build, so that it can be read before any script runs: `home.html`, beside the empty
 * `index.html` of all other screens. Its first letters, in both faces, are asked for with the page itself.
 * @param plugins what the page's own modules need to be read
 */
export function prerender(plugins: Plugin[], alias: { find: RegExp; replacement: string }[]): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const { module } = await runnerImport<HomePage>(page, {
        configFile: false,
        plugins,
        resolve: { alias },
        logLevel: 'warn',
      })
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      const shell = readFileSync(path.join(dir, 'index.html'), 'utf8')
      for (const [name, screen] of Object.entries(publicScreens)) {
        const links = codeOf(bundle, [screen, ...forScreens]).map(
          (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
        )
        writeFileSync(
          path.join(dir, name),
          replaced(shell, '</head>', `  ${links.join('\n    ')}\n  </head>`),
        )
      }
      writeFileSync(path.join(dir, 'home.html'), homeOf(shell, module.renderHome(), fonts))
    },
  }
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

/** React writes what belongs into the head first. */
function homeOf(shell: string, drawn: string, fonts: string[]): string {
  const head = /^(?:<(?:title|meta|link)\b.*?(?:<\/title>|\/>))+/s.exec(drawn)?.[0] ?? ''
  if (!head.includes('<title>')) throw new Error('The home page was drawn without its title')
  const preloads = fonts.map(
    (name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`,
  )
  const headOfHome = [head, ...preloads, ...address, `<script>${memberHint}</script>`].join('\n    ')
  const framed = replaced(shell, /<title>.*?<\/title>/, headOfHome)
  return replaced(framed, '<div id="root"></div>', `<div id="root">${drawn.slice(head.length)}</div>`)
}

function replaced(text: string, what: string | RegExp, by: string): string {
  const result = text.replace(what, () => by)
  if (result === text) throw new Error(`The page's frame has no ${what}`)
  return result
}
