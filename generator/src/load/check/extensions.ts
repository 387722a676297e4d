import { type Effort } from '@rpcloom/schema/internal'
import { checkSchema } from '@rpcloom/schema'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import type { Json, JsonObject } from '../../json/types.ts'
import type { ObjectKind } from '../../openrpc/grammar.ts'
import { child, isArray, isObject, textOf } from '../../json/pointer.ts'
import { malformedKeywords } from '../../openrpc/malformed-keywords.ts'
import { rejectedByDraft7, subschemas } from '@rpcloom/schema/internal'

/**
 * Extensions that a document declares in `x-extensions`. `schemas` maps an object kind and an
 * extension name to the extension's schema.
 */
export interface Extensions {
  readonly schemas: ReadonlyMap<ObjectKind, ReadonlyMap<string, Json>>
  /**
   * Work limit shared by all validations of extension values, because a document may declare a
   * schema that is slow to check.
   */
  readonly effort: Effort
}

/** Maps the names in `restricted` of an extension declaration to object kinds. */
const kinds: Readonly<Record<string, ObjectKind>> = {
  contactObject: 'contact',
  contentDescriptorObject: 'contentDescriptor',
  errorObject: 'error',
  exampleObject: 'example',
  examplePairingObject: 'examplePairing',
  externalDocumentationObject: 'externalDocs',
  infoObject: 'info',
  licenseObject: 'license',
  linkObject: 'link',
  methodObject: 'method',
  serverObject: 'server',
  tagObject: 'tag',
}

/** Reads the declarations in `x-extensions` and reports declarations that have no effect. */
export function readExtensions(
  file: string,
  document: JsonObject,
): { readonly extensions: Extensions; readonly findings: readonly Finding[] } {
  const schemas = new Map<ObjectKind, Map<string, Json>>()
  const findings: Finding[] = []
  const report: Report = (pointer, message) => {
    findings.push({ code: 'RL208', message, place: { file, pointer } })
  }
  const names = new Set<string>()
  const declared = document['x-extensions']
  for (const [index, one] of (isArray(declared) ? declared : []).entries()) {
    if (!isObject(one)) continue
    const pointer = child('/x-extensions', index)
    const name = textOf(one['name'])
    if (!name.startsWith('x-'))
      report(child(pointer, 'name'), 'The name of an extension must start with `x-`.')
    else if (names.has(name)) report(child(pointer, 'name'), `${name} is declared twice.`)
    names.add(name)
    const { restricted = [], schema = true } = one
    checkDeclaration(schema, child(pointer, 'schema'), report)
    for (const [at, object] of (isArray(restricted) ? restricted : []).map(textOf).entries()) {
      const kind = Object.hasOwn(kinds, object) ? kinds[object] : undefined
      if (kind !== undefined) {
        schemas.set(kind, (schemas.get(kind) ?? new Map<string, Json>()).set(name, schema))
        continue
      }
      const message = `OpenRPC has no ${object === '' ? 'such object' : object}; expected one of ${Object.keys(kinds).join(', ')}.`
      report(child(child(pointer, 'restricted'), at), message)
    }
  }
  return { extensions: { schemas, effort: { left: 200_000 } }, findings }
}

type Report = (pointer: string, message: string) => void

/** Checks the schema of a declared extension, without resolving its references. */
function checkDeclaration(schema: Json, pointer: string, report: Report): void {
  if (typeof schema === 'boolean') return
  if (!isObject(schema)) return report(pointer, 'A schema must be an object or a boolean.')
  for (const { keyword, message } of [...malformedKeywords(schema), ...rejectedByDraft7(schema)]) {
    report(child(pointer, keyword), message)
  }
  for (const { path, schema: inner } of subschemas(schema)) {
    checkDeclaration(inner, path.reduce<string>(child, pointer), report)
  }
}

export function isDeclared({ schemas }: Extensions, kind: ObjectKind, name: string): boolean {
  return schemas.get(kind)?.has(name) === true
}

/** Returns the errors of an extension value by its declared schema. */
export function extensionErrors(
  { schemas, effort }: Extensions,
  kind: ObjectKind,
  { name, value }: { readonly name: string; readonly value: Json },
): readonly { readonly pointer: string; readonly message: string }[] {
  const schema = schemas.get(kind)?.get(name)
  if (schema === undefined || effort.left <= 0) return []
  return checkSchema(schema, value, { effort, maxIssues: 5 }).map(({ pointer, message }) => ({
    pointer,
    message: `The value of ${name} does not match its schema in \`x-extensions\`: it ${message}.`,
  }))
}
