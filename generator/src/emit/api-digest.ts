import { jsonText } from '../json/text.ts'
import type { Api, Method, Param, TypeId } from '../model/types.ts'
import { hashOf } from './hash.ts'
import { type Described, typeDigests } from './type-digests.ts'

/** Members that say nothing about what may be sent: prose, positions, and the schema that the type came from. */
const silent = new Set([
  'description',
  'doc',
  'examples',
  'experimental',
  'extensions',
  'help',
  'limits',
  'links',
  'place',
  'schema',
  'summary',
  'tags',
])

/** A method as the lock remembers it: enough to say what changed, and far less than the document. */
export interface MethodDigest {
  readonly params: readonly ParamDigest[]
  /** Absent for a notification. */
  readonly result?: string
  /** Everything else that a caller can notice: form of the params, errors, addresses, paging. */
  readonly rest: string
}

export interface ParamDigest {
  readonly name: string
  readonly required: boolean
  readonly type: string
}

/** One line per method, by `group key` and wire name: equal lines, equal calls. */
export function digestApi(api: Api): Readonly<Record<string, string>> {
  const digests = digestsOf(api)
  const digestOf = ({ text, refs }: Described): string => {
    const types = refs.map((ref) => [ref, digests.get(ref) ?? ''])
    return hashOf(jsonText([text, types])).slice(0, 8)
  }
  return Object.fromEntries(
    api.groups.flatMap((group) =>
      group.methods.map((method) => {
        const known = lines.get(method)
        const line =
          known?.digests === digests ? known.line : printDigest(digestMethod(method, digestOf))
        lines.set(method, { digests, line })
        return [`${group.key} ${method.wire}`, line] as const
      }),
    ),
  )
}

type TypeDigests = ReadonlyMap<TypeId, string>

const byTypes = new WeakMap<Api['types'], TypeDigests>()

/** Types that all stayed the same since the run before have the digests that they had. */
function digestsOf({ types }: Api): TypeDigests {
  const digests = byTypes.get(types) ?? typeDigests(types, describe)
  byTypes.set(types, digests)
  return digests
}

const lines = new WeakMap<Method, { readonly digests: TypeDigests; readonly line: string }>()

function digestMethod(method: Method, digestOf: (part: Described) => string): MethodDigest {
  const { params, result, rest } = describedOnce(method)
  return {
    params: params.map(({ name, required, type }) => ({ name, required, type: digestOf(type) })),
    ...(result !== undefined && { result: digestOf(result) }),
    rest: digestOf(rest),
  }
}

/** The parts of a method before it is known what the types that they refer to are. */
interface DescribedMethod {
  readonly params: readonly {
    readonly name: string
    readonly required: boolean
    readonly type: Described
  }[]
  readonly result?: Described
  readonly rest: Described
}

const described = new WeakMap<Method, DescribedMethod>()

/** A method that stayed the same since the run before reads the same. */
function describedOnce(method: Method): DescribedMethod {
  const known = described.get(method) ?? describeMethod(method)
  described.set(method, known)
  return known
}

function describeMethod(method: Method): DescribedMethod {
  const { params, result, paramsType: _, ...rest } = method
  const positional = method.paramStructure !== 'by-name'
  // Names and order of positional params are in `params` already.
  const paramOf = ({ name, required, ...param }: Param): DescribedMethod['params'][number] => ({
    name,
    required,
    type: describe([param.type, param.secret, positional ? param.omittable : false]),
  })
  return {
    params: params.map(paramOf),
    ...(result !== undefined && { result: describe(result) }),
    rest: describe(rest),
  }
}

/** `rest result name=type name!=type`: a name is encoded, and `!` marks what is required. */
export function printDigest({ params, result, rest }: MethodDigest): string {
  const texts = params.map(
    ({ name, required, type }) => `${encodeName(name)}${required ? '!' : ''}=${type}`,
  )
  return [rest, result ?? '-', ...texts].join(' ')
}

/** Reads what `printDigest` wrote; undefined for what another version of the generator wrote. */
export function parseDigest(text: string): MethodDigest | undefined {
  const [rest = '', result, ...params] = text.split(' ')
  if (result === undefined) return undefined
  return {
    rest,
    ...(result !== '-' && { result }),
    params: params.map((param) => {
      const [, name = '', mark, type = ''] = /^([^=!]*)(!?)=(.*)$/.exec(param) ?? []
      return { name: decodeName(name), required: mark === '!', type }
    }),
  }
}

/** The characters that `printDigest` writes between names, as hexadecimal. */
function encodeName(name: string): string {
  return name.replace(/[%=! ]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
}

function decodeName(text: string): string {
  return text.replace(/%(\w\w)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** A value as text without what is silent, and the types that it refers to. */
function describe(value: unknown): Described {
  const refs = new Set<TypeId>()
  const text =
    jsonText(value, (key: string, inner: unknown) => {
      if (silent.has(key)) return undefined
      if (key === 'to' && typeof inner === 'string') refs.add(inner)
      return typeof inner === 'bigint' ? `${inner}n` : inner
    }) ?? ''
  return { text, refs: [...refs] }
}
