/** `npm run build`: the server and the web application, always. */
import './node-version.mjs'
import { build } from './prepare.mjs'

await build(true).catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
