// node scripts/bundle.mjs FILE: bundles the browser script of the docs' request form, Try it, so that the
// published packages do not depend on esbuild.
import { writeFileSync } from 'node:fs'
import { bundle } from '../templates/dist/docs/output/try-script.js'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('node scripts/bundle.mjs FILE')
  process.exit(2)
}
writeFileSync(file, bundle())
