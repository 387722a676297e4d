import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idText, namedID } from '../../codec/ids.ts'
import type { ChainRegistry } from '../../chain/registry.ts'
import { LAYOUT } from '../../store/ownership.ts'

/** Release of the reference node whose API this node implements, and whose virtual machines it has. */
const RELEASE = '1.12.2'
/** Version of the RPC protocol between a node and its virtual machines in `RELEASE`. */
const RPC_PROTOCOL = '39'
const vmReleases = new Map([[namedID('evm'), 'v0.14.1']])

export interface Versions {
  readonly version: string
  readonly databaseVersion: string
  readonly rpcProtocolVersion: string
  readonly gitCommit: string
  readonly vmVersions: Readonly<Record<string, string>>
}

export function versions(registry: ChainRegistry): Versions {
  const versionsByName = registry.all.map(({ id, vm }) => [
    vm.names[0] ?? idText(vm.id),
    registry.external(id) ? 'external' : (vmReleases.get(vm.id) ?? `v${RELEASE}`),
  ])
  return {
    version: `native-node/${version}`,
    databaseVersion: `v${LAYOUT}.0.0`,
    rpcProtocolVersion: RPC_PROTOCOL,
    gitCommit: commit,
    vmVersions: Object.fromEntries(versionsByName),
  }
}

/** The folder of this package. */
const own = join(dirname(fileURLToPath(import.meta.url)), '../../..')
/** Version of this package. */
export const version: string = versionIn(readText(join(own, 'package.json')))
/** Git commit of the package: the packed file `dist/commit`, or that of the repository clone that contains it. */
const commit = readText(join(own, 'dist/commit')) || checkedOutCommit(join(own, '../..'))

function versionIn(manifest: string): string {
  const { version: stated }: { readonly version?: unknown } = JSON.parse(manifest)
  return String(stated)
}

function checkedOutCommit(root: string): string {
  const git = gitFolder(root)
  const head = readText(join(git, 'HEAD'))
  const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  if (ref === undefined) return /^[0-9a-f]{40}$/.test(head) ? head : ''
  // The branches of a worktree are in the folder of the clone.
  const shared = join(git, readText(join(git, 'commondir')))
  return readText(join(shared, ref)) || packedRef(readText(join(shared, 'packed-refs')), ref)
}

/** Returns the folder `.git`, or the folder that a file `.git` names, as in a worktree. */
function gitFolder(root: string): string {
  const path = join(root, '.git')
  const named = /^gitdir: (.+)$/.exec(readText(path))?.[1]
  return named === undefined ? path : resolve(root, named)
}

function packedRef(packed: string, ref: string): string {
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${ref}`))
  return line?.split(' ')[0] ?? ''
}

/** Returns the content of a file; empty if there is no such file. */
function readText(path: string): string {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? readFileSync(path, 'utf8').trim() : ''
}
