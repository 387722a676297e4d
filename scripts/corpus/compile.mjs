// Compiles the packages of many documents in one run of a compiler and attributes errors to documents.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.mjs'

/** Paths of the compilers. The link in `.bin` is ambiguous, because two TypeScript versions are installed. */
export const compilers = {
  '7.0': join(root, 'node_modules/typescript/bin/tsc'),
  5.9: join(root, 'test/compilers/node_modules/typescript/bin/tsc'),
}

/**
 * Compiles the packages of the documents `ids`, each in its own subfolder of `folder`. Packages with the same
 * compiler options share a run. Returns the first errors by document. Errors that belong to no document have
 * the key `*`.
 */
export async function compileAll({ folder, ids, compiler }) {
  const faults = new Map()
  for (const [index, [key, packages]] of [...grouped(folder, ids)].entries()) {
    const options = JSON.parse(key)
    const name = `tsconfig.${compiler}.${index}.json`
    const config = join(folder, name)
    writeFileSync(config, JSON.stringify(configFor(options, ids, packages)))
    for (const [id, lines] of await compile(compiler, config, folder)) {
      faults.set(id, [...(faults.get(id) ?? []), ...lines].slice(0, 5))
    }
  }
  return faults
}

/** Groups packages, as `id/target`, by their compiler options. */
function grouped(folder, ids) {
  const groups = new Map()
  for (const id of ids) {
    for (const target of readdirSync(join(folder, id))) {
      const config = join(folder, id, target, 'tsconfig.json')
      if (!existsSync(config)) continue
      const key = JSON.stringify(JSON.parse(readFileSync(config, 'utf8')).compilerOptions)
      groups.set(key, [...(groups.get(key) ?? []), `${id}/${target}`])
    }
  }
  return groups
}

/** Compiler options that turn off output. `JSON.stringify` drops the undefined options. */
const withoutOutput = {
  rootDir: '.',
  outDir: undefined,
  tsBuildInfoFile: undefined,
  composite: false,
  sourceMap: false,
  declarationMap: false,
  declaration: true,
  noEmit: true,
  // The libraries of the compiler itself take most of the time.
  skipDefaultLibCheck: true,
}

function configFor(options, ids, packages) {
  // Resolve sibling packages to their sources, whereas consumers resolve them to declarations.
  const paths = ids.flatMap((id) => [
    [`@${id}/types`, [`./${id}/types/src/index.ts`]],
    [`@${id}/types/*`, [`./${id}/types/src/*.ts`]],
    [`@${id}/client`, [`./${id}/client/src/index.ts`]],
    [`@${id}/client/*`, [`./${id}/client/src/*.ts`]],
    [`@${id}/server`, [`./${id}/server/src/index.ts`]],
    [`@${id}/server/*`, [`./${id}/server/src/*.ts`]],
    [`@${id}/mock`, [`./${id}/mock/src/index.ts`]],
    [`@${id}/mock/*`, [`./${id}/mock/src/*.ts`]],
  ])
  return {
    compilerOptions: {
      ...options,
      ...withoutOutput,
      paths: Object.fromEntries(paths),
    },
    include: packages.map((path) => `./${path}/src`),
  }
}

function compile(compiler, config, folder) {
  return new Promise((resolve) => {
    const heap = compiler === '5.9' ? ['--max-old-space-size=8192'] : []
    const args = [...heap, compilers[compiler], '-p', config, '--pretty', 'false']
    const options = { cwd: folder, maxBuffer: 1 << 28, encoding: 'utf8' }
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const faults = new Map()
      if (error === null) return resolve(faults)
      for (const line of `${stdout}${stderr}`.split('\n')) {
        const id = /^(?:\.\/)?(d\d+)\//.exec(line)?.[1]
        if (id === undefined && !/error/i.test(line)) continue
        const key = id ?? '*'
        faults.set(key, [...(faults.get(key) ?? []), line])
      }
      if (faults.size === 0) faults.set('*', [`${error.message}\n${stdout}${stderr}`.slice(0, 500)])
      resolve(faults)
    })
  })
}
