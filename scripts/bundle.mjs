// node scripts/bundle.mjs FILE: the script of Try it as published packages carry it, who need no esbuild then.
import { writeFileSync } from 'node:fs'
import { bundle } from '../templates/dist/docs/output/try-script.js'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('node scripts/bundle.mjs FILE')
  process.exit(2)
}
writeFileSync(file, bundle())
