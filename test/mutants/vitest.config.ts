import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'

/** The sandbox with the mutants, and the repository, to which its `node_modules` links. */
const sandbox = process.cwd()
const repository = dirname(realpathSync(join(sandbox, 'node_modules')))
const compiled = /^(generator|templates|packages\/[\w-]+)\/dist\/(.*)\.js$/

/** Resolves compiled modules to their sources in the sandbox: they have no mutants. */
const sources: Plugin = {
  name: 'sources',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (found === null) return found
    for (const base of [sandbox, repository]) {
      const path = relative(base, found.id).replaceAll(sep, '/')
      const [, folder, name] = compiled.exec(path) ?? []
      if (folder === undefined) continue
      const module = join(sandbox, folder, folder === 'templates' ? '' : 'src', `${name}.ts`)
      if (existsSync(module)) return module
    }
    return found
  },
}

/** Tests that measure time, which code with all mutants in it takes more of. */
const timed = readdirSync(join(sandbox, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .map((path) => join('test', path))
  .filter((path) => /cpuUsage|performance\.now/.test(readFileSync(join(sandbox, path), 'utf8')))

export default defineConfig({
  root: sandbox,
  plugins: [sources],
  test: {
    include: JSON.parse(process.env['RPCLOOM_MUTANT_TESTS'] ?? '[]'),
    // Node traces events in the main thread only, and these tests run in another.
    exclude: ['**/node_modules/**', ...timed, 'test/node/c-chain/debug.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
