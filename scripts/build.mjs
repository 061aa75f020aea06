/** `npm run build`: builds the server and the web app from scratch. */
import './node-version.mjs'
import { build } from './prepare.mjs'

await build(true).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
