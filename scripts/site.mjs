// npm run site -- DIR: writes the site of rpcloom, made from docs/, to a folder for any static host.
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, ensureInstalled, root, rpcloom, step } from './workspace.mjs'

/** Generates the site if it is stale. Returns its folder. */
export async function buildSite() {
  const args = [rpcloom, 'generate', '--config', join(root, 'site.config.json')]
  await step('Generating the site of rpcloom', process.execPath, args)
  return join(root, '.cache/rpcloom-site/docs/site')
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: npm run site -- DIR')
    process.exit(2)
  }
  await ensureInstalled()
  await build()
  cpSync(await buildSite(), resolve(folder), { recursive: true })
}
