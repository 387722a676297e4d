import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { idText, namedID } from '../../codec/ids.ts'
import type { ChainRegistry } from '../../chain/registry.ts'
import { LAYOUT } from '../../store/ownership.ts'

/** Release of the reference node whose API this node implements. */
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
    version: `native-node/${RELEASE}`,
    databaseVersion: `v${LAYOUT}.0.0`,
    rpcProtocolVersion: RPC_PROTOCOL,
    gitCommit: commit,
    vmVersions: Object.fromEntries(versionsByName),
  }
}

/**
 * Git commit of the repository clone that contains this file. Empty if the node is installed as a
 * package.
 */
const commit = checkedOutCommit(dirname(fileURLToPath(import.meta.url)))

function checkedOutCommit(from: string): string {
  const git = join(from, '../../../../../.git')
  const head = readText(join(git, 'HEAD'))
  const ref = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
  if (ref === undefined) return /^[0-9a-f]{40}$/.test(head) ? head : ''
  return readText(join(git, ref)) || packedRef(readText(join(git, 'packed-refs')), ref)
}

function packedRef(packed: string, ref: string): string {
  const line = packed.split('\n').find((entry) => entry.endsWith(` ${ref}`))
  return line?.split(' ')[0] ?? ''
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}
