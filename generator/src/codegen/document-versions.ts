import { canonicalText } from '@rpcloom/schema/internal'
import type { Api, Group } from '../model/types.ts'
import type { JsonObject } from '../json/types.ts'
import { hashOf } from '../json/hash.ts'
import { docText } from './jsdoc.ts'
import { lineText, memberName, propertyKey, quoteString } from './quote.ts'
import { openScope } from './scope.ts'
import { documentsText } from './source-file.ts'
import { constantOf } from './structure.ts'
import type { SourceOutput } from './target.ts'

const path = 'src/versions.ts'
const hashes = new WeakMap<JsonObject, string>()

/** Returns the hash of a group's `rpc.discover` result. The order of members does not affect the hash. */
export function documentHash({ bundle }: Pick<Group, 'bundle'>): string {
  const known = hashes.get(bundle)
  if (known !== undefined) return known
  const hash = hashOf(canonicalText(bundle))
  hashes.set(bundle, hash)
  return hash
}

export function documentVersionsModule(api: Api, runtime: string): SourceOutput {
  const scope = openScope(api, path, ['documentVersions'], new Set())
  const type = scope.use(runtime, 'DocumentVersion', 'type')
  const types = api.groups.map(({ key }) => `  readonly ${memberName(key)}: ${type}`)
  const values = api.groups.map((group) => `  ${propertyKey(group.key)}: ${valueOf(group)},`)
  const statement = constantOf({
    name: 'documentVersions',
    type: `{\n${types.join('\n')}\n}`,
    value: `{\n${values.join('\n')}\n}`,
    doc: docText({
      summary: 'The documents that this package was generated from, by group: versions and hashes.',
    }),
  })
  return {
    kind: 'typescript',
    path,
    from: documentsText(api.groups.map(({ file }) => file)),
    imports: scope.imports(),
    statements: [statement],
  }
}

function valueOf(group: Group): string {
  const { title, version, route } = group
  const members = Object.entries({ title, version, hash: documentHash(group), path: route.path })
  return `{ ${members.map(([name, text]) => `${name}: ${quoteString(text)}`).join(', ')} }`
}

/** Returns the value of `documentVersions` in package.json, which tools can read without running code. */
export function documentsMember({ groups }: Api): JsonObject {
  return Object.fromEntries(
    groups.map((group) => [
      group.key,
      // A lone surrogate is valid in JSON, but cannot be written to a UTF-8 file.
      { version: lineText(group.version), hash: documentHash(group) },
    ]),
  )
}
