// node scripts/publish.mjs [--provenance] [--dry-run]: builds, packs and publishes the versions that the
// registry does not have yet, dependencies first. The workflow .github/workflows/release.yml runs it; see
// docs/releasing.md.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { pack } from './pack.mjs'
import { build, ensureInstalled, root } from './workspace.mjs'

const execute = promisify(execFile)
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const known = ['--provenance', '--dry-run']

export async function publish(tarballs, flags = []) {
  const skipped = []
  for (const [name, tarball] of tarballs) {
    const [version] = /\d+\.\d+\.\d+.*(?=\.tgz$)/.exec(basename(tarball)) ?? ['']
    if (await isPublished(`${name}@${version}`)) skipped.push(name)
    else console.log((await execute(npm, ['publish', tarball, ...flags])).stdout)
  }
  return skipped
}

async function isPublished(spec) {
  try {
    const { stdout } = await execute(npm, ['view', spec, 'version', '--json'])
    return stdout.trim() !== ''
  } catch (error) {
    // Only this code means that the version is missing. Any other error may come from an unreachable registry.
    if (JSON.parse(error.stdout || '{}').error?.code === 'E404') return false
    throw error
  }
}

if (process.argv[1] === import.meta.filename) {
  const flags = process.argv.slice(2)
  const unknown = flags.filter((flag) => !known.includes(flag))
  if (unknown.length > 0) {
    console.error(`Unknown option: ${unknown.join(', ')}. Available: ${known.join(' and ')}.`)
    process.exit(2)
  }
  await ensureInstalled()
  await build()
  const folder = join(root, '.cache/publish')
  rmSync(folder, { recursive: true, force: true })
  for (const name of await publish(pack(folder), flags))
    console.log(`${name} is already published.`)
}
