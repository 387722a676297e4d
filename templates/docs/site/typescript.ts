import {
  accessPath,
  customTypeText,
  callArguments,
  isPaged,
  memberAccess,
  pageItemType,
  quoteString,
  namedType,
  resultType,
  signatureText,
  type Argument,
  type TypeCode,
  type Scope,
  typeDeclarations,
  displayWidth,
  typeNode,
  typeText,
} from 'rpcloom/codegen'
import { memberPath, type Method, type NamedType, type Type, type TypeId } from 'rpcloom/model'
import { type Leaf, type NamedLink, type Target, typesBlock } from '../page/leaf.ts'
import type { Member } from './catalogue.ts'
import type { SiteContext } from './context.ts'

/**
 * Maximum length of a type declaration that is shown together with the form of the type for inputs. For
 * longer declarations, the input form is omitted.
 */
const longest = 6000

/**
 * Returns the type of a schema as the client package exports it, with its import. Returns undefined
 * if no client package is generated.
 */
export function schemaTypescript(context: SiteContext, named: NamedType): Leaf | undefined {
  if (context.options.client === undefined) return undefined
  const names = openNames(context, new Map())
  const [own = '', ...others] = typeDeclarations(context.api, named, names.scope)
  const shown = own.length > longest ? [own] : [own, ...others]
  const exported = new Map([named.name, named.inputName].map((name) => [name, named.id] as const))
  const code = [...importLines(context, exported), ...shown].join('\n\n')
  return typesBlock(code, names.links())
}

/** Returns the type of values in programs. */
export function typescriptOf(context: Pick<SiteContext, 'api' | 'addresses'>, type: Type): string {
  return typeText(type, { form: 'decoded', scope: openNames(context, new Map()).scope })
}

export function methodTypescript(
  context: SiteContext,
  { group, method }: Member,
): Leaf | undefined {
  const { api, options } = context
  if (options.client === undefined || method.subscription !== undefined) return undefined
  const names = openNames(context, fragmentsOf(method))
  const args = callArguments(method, names.scope)
  const client = context.implemented.get(group.key)
  const path = client
    ? ['ctx', 'client', ...client.path, ...memberPath(method)].reduce(
        (owner, name) => owner + memberAccess(name),
      )
    : accessPath(group, method)
  const calls = [
    signature(path, args, namedType('Promise', resultType(method, 'decoded', names.scope))),
  ]
  if (isPaged(method) && !client) {
    const item = typeNode(pageItemType(api, method), { form: 'decoded', scope: names.scope })
    calls.push(signature(`${path}.items`, args, namedType('AsyncIterable', item)))
  }
  const slug = client?.slug ?? group.slug
  const code = [...importLines(context, names.found, slug), ...calls].join('\n\n')
  return typesBlock(code, names.links())
}

function signature(path: string, args: readonly Argument[], returns: TypeCode): string {
  const lines = { width: displayWidth, indent: 0, column: path.length }
  return path + signatureText({ arguments: args, returns }, lines)
}

interface Names {
  readonly scope: Pick<Scope, 'type' | 'format'>
  readonly found: ReadonlyMap<string, TypeId>
  readonly links: () => readonly NamedLink[]
}

/**
 * Collects the types to which code refers. `here` maps types without a page to fragments of the
 * current page.
 */
function openNames(
  { api, addresses }: Pick<SiteContext, 'api' | 'addresses'>,
  here: ReadonlyMap<TypeId, Target>,
): Names {
  const found = new Map<string, TypeId>()
  return {
    found,
    scope: {
      type(id, form) {
        const named = api.types.get(id)
        if (named === undefined) return 'unknown'
        const name = form === 'input' ? named.inputName : named.name
        found.set(name, id)
        return name
      },
      format: customTypeText,
    },
    links: () =>
      [...found].flatMap(([name, id]) => {
        const to = addresses.type(id) ?? here.get(id)
        return to === undefined ? [] : [{ name, to }]
      }),
  }
}

function fragmentsOf({ paramsType, result }: Method): ReadonlyMap<TypeId, Target> {
  const parts: [TypeId | undefined, string][] = [
    [paramsType, 'parameters'],
    [result?.type.kind === 'ref' ? result.type.to : undefined, 'result'],
  ]
  return new Map(
    parts.flatMap(([id, fragment]) => (id === undefined ? [] : [[id, { page: '', fragment }]])),
  )
}

/**
 * Returns an `import type { A, B } from '...'` for each entry point that exports some of the names.
 * Types are imported from `preferred` if possible.
 */
function importLines(
  { options, entriesOf }: SiteContext,
  names: ReadonlyMap<string, TypeId>,
  preferred?: string,
): readonly string[] {
  const entries = new Map<string, string[]>()
  for (const [name, id] of names) {
    const found = entriesOf(id)
    const entry = found.find((one) => one === preferred) ?? found[0]
    if (entry === undefined) continue
    entries.set(entry, [...(entries.get(entry) ?? []), name])
  }
  const lines = [...entries].map(([entry, found]) => {
    const from = `from ${quoteString(`${options.client ?? ''}/${entry}`)}`
    const list = found.sort()
    const line = `import type { ${list.join(', ')} } ${from}`
    if (line.length <= displayWidth) return line
    return `import type {\n${list.map((name) => `  ${name},\n`).join('')}} ${from}`
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}
