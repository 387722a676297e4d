import { canonicalText } from '@rpcloom/schema/internal'
import type { Api, Group } from '../model/types.ts'
import type { JsonObject } from '../json/types.ts'
import { hashOf } from '../json/hash.ts'
import { type Expression, objectMember, objectOf, stringOf } from './expression.ts'
import { docText } from './jsdoc.ts'
import { lineText, memberName, propertyKey } from './quote.ts'
import { openScope } from './scope.ts'
import { constantOf } from './structure.ts'
import type { SourceOutput } from './target.ts'
import { objectType } from './type-node.ts'

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
  const values = api.groups.map((group) => objectMember(propertyKey(group.key), versionOf(group)))
  const statement = constantOf({
    name: 'documentVersions',
    type: objectType({
      properties: api.groups.map(({ key }) => ({ name: memberName(key), type, readonly: true })),
    }),
    value: objectOf(values),
    doc: docText({
      summary: 'The documents that this package was generated from, by group: versions and hashes.',
    }),
  })
  return scope.module([statement])
}

function versionOf(group: Group): Expression {
  const { title, version, route } = group
  const members = Object.entries({ title, version, hash: documentHash(group), path: route.path })
  return objectOf(members.map(([name, text]) => objectMember(name, stringOf(text))))
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
