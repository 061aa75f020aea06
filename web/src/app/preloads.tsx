import type { BuildManifest } from '@tendwell/contract/rendering'
import type { RouteName } from '@tendwell/contract/routes'
import { isOfConsole } from './router.tsx'
import { screenFiles } from './screen-files.ts'

/** Links by which the browser loads a route's screen beside the app, which else asks for it only once it has started. */
export function Preloads({ route, manifest }: { route: RouteName; manifest: BuildManifest }) {
  return listFiles(route, manifest).map((file) => (
    <link key={file} rel="modulepreload" href={`/${file}`} crossOrigin="" />
  ))
}

/** The files that a route's screen and its layout import, besides the app itself. */
function listFiles(route: RouteName, manifest: BuildManifest): string[] {
  const chunks = new Set(['index.html'])
  function addChunk(id: string) {
    if (chunks.has(id)) return
    chunks.add(id)
    manifest[id]?.imports?.forEach(addChunk)
  }
  addChunk(`src/${screenFiles[route]}`)
  if (isOfConsole(route)) addChunk('src/app/layouts/console-layout.tsx')
  chunks.delete('index.html')
  return [...chunks].flatMap((id) => manifest[id]?.file ?? [])
}
