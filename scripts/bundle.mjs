// node scripts/bundle.mjs FILE: bundles the script of Try it, the request form of the docs, for the
// published packages. Users then do not need esbuild.
import { writeFileSync } from 'node:fs'
import { bundle } from '../templates/dist/docs/output/try-script.js'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('node scripts/bundle.mjs FILE')
  process.exit(2)
}
writeFileSync(file, bundle())
