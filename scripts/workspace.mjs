// Steps that the npm scripts share: installing dependencies, and running and timing a step. Uses
// only Node.js, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const tsc = join(root, 'node_modules/typescript/bin/tsc')
export const rpcloom = join(root, 'generator/bin/rpcloom.mjs')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/** Exits with code 2 if Node.js is too old, before a later step fails with a confusing error. */
export function requireNode() {
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node 20.19 or newer is required; this is ${process.versions.node}.`)
    process.exit(2)
  }
}

/** Runs a command in the repository. Resolves to the exit code. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)))
  })
}

/** Runs a step and prints its name and duration. If the step fails, exits the process with its exit code. */
export async function step(name, command, args, options = {}) {
  const started = performance.now()
  console.log(`\n> ${name}`)
  const code = await run(command, args, options)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code !== 0) {
    console.error(`\n${name} failed with exit code ${code} after ${seconds} s`)
    process.exit(code)
  }
  console.log(`  ${name}: ${seconds} s`)
}

/** Installs the locked dependencies if the lock file has changed. */
export async function ensureInstalled() {
  requireNode()
  await ensureFolderInstalled(root, 'Installing dependencies')
}

/** Installs the dependencies of a folder that has its own lock file, such as the compilers for tests. */
export async function ensureFolderInstalled(folder, name, further = []) {
  const stamp = join(folder, 'node_modules', '.installed')
  const wanted = fingerprint(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await step(name, npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...further], {
    cwd: folder,
  })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function fingerprint(folder) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${major}\n`)
  return hash.update(readFileSync(join(folder, 'package-lock.json'))).digest('hex')
}

/** Compiles the generator, updates the generated packages, and compiles the rest. */
export async function build() {
  await step('Building the generator', process.execPath, [tsc, '-b', 'generator/tsconfig.cli.json'])
  await step('Generating what is stale', process.execPath, [rpcloom, 'generate'])
  await step('Building the packages', process.execPath, [tsc, '-b'])
}
