/**
 * Installs what is compared with the product, in a cache folder of its own: the product's packages know nothing
 * of it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const PEERS_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/peers/', import.meta.url))
/** Node.js 22, which Directus needs. */
export const PEERS_NODE = path.join(PEERS_FOLDER, 'node_modules/node/bin')

/** Loads a package of a peer. */
export const requirePeer = createRequire(PEERS_FOLDER)

const NODE = { node: '22.23.3' }
const PEERS = { express: '5.3.0', sequelize: '6.37.8', pg: '8.23.1', directus: '11.17.4' }

export const arePeersInstalled = () => existsSync(path.join(PEERS_FOLDER, 'installed'))

/** Directus needs it for scripts of its users only, and installing it needs a compiler or GitHub. */
const overrides = { 'isolated-vm': 'npm:empty-npm-package@1.0.0' }

/** Installs the peers, about 1 GB, once. */
export function installPeers(): void {
  if (arePeersInstalled()) return
  mkdirSync(PEERS_FOLDER, { recursive: true })
  // Node.js comes first, because packages with native code are chosen for the version that installs them.
  for (const dependencies of [NODE, { ...NODE, ...PEERS }]) {
    writeFileSync(
      path.join(PEERS_FOLDER, 'package.json'),
      JSON.stringify({ private: true, dependencies, overrides }),
    )
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: PEERS_FOLDER,
      env: { ...process.env, PATH: `${PEERS_NODE}:${process.env.PATH}` },
      stdio: 'inherit',
    })
  }
  writeFileSync(path.join(PEERS_FOLDER, 'installed'), '')
}
