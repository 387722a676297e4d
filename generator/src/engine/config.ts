import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { checkSchema, pointerResolver, type SchemaIssue } from '@rpcloom/schema'
import { inDocument, located, type View, viewOf } from '@rpcloom/schema/internal'
import { npmNameOf } from '../codegen/npm-name.ts'
import { gitUrl, type PackageMetadata } from '../codegen/package-metadata.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { isObject, tokensOf } from '../json/pointer.ts'
import { didYouMean } from '../json/suggest.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { FragmentTree } from '../load/assemble/fragment-tree.ts'
import type { UserConfig, UserTarget, UserTree } from './user-config.ts'

/** Options with a default value in the JSON Schema of the configuration. */
type Defaulted =
  | 'overlays'
  | 'version'
  | 'hexQuantities'
  | 'format'
  | 'allowUnresolved'
  | 'allowRemote'
  | 'allowOutside'

type Filled = UserConfig & Required<Pick<UserConfig, Defaulted>>

/** The validated configuration, with defaults filled in. Paths are relative to the project root. */
export interface Config
  extends
    Readonly<Pick<Filled, Defaulted | 'out' | 'scope'>>,
    Readonly<Pick<UserConfig, 'effects' | 'groups' | 'formats' | 'lint'>> {
  /** Paths, globs and URLs of documents. */
  readonly inputs: readonly string[]
  /** Inputs that are assembled from a root document and fragments. */
  readonly fragments?: readonly FragmentTree[]
  /** Links of the emitted manifests. They override those that the documents state. */
  readonly links?: Pick<PackageMetadata, 'repository' | 'homepage' | 'bugs'>
  readonly targets: Readonly<Record<string, TargetConfig>>
}

export interface TargetConfig {
  readonly packageName: string
  /** Path or package of the module with a custom target. */
  readonly module?: string
  /** Folder with templates that override the templates of the target. */
  readonly templates?: string
  /** Paths and globs of Markdown files that are passed to the target. */
  readonly guides?: readonly string[]
  /** All other settings of the target. Only the target itself knows their meaning. */
  readonly options: Readonly<Record<string, unknown>>
}

export type Checked =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

const schema: JsonObject = JSON.parse(
  readFileSync(new URL('../../config.schema.json', import.meta.url), 'utf8'),
)
const resolve = pointerResolver(schema)

/** The file in diagnostics of a configuration that options of the command line make. */
export const commandLine = '(command line)'

/** Validates a configuration. `file` is the path shown in diagnostics. */
export function checkConfig(file: string, json: Json): Checked {
  const issues = checkSchema(schema, json, { resolve })
  if (issues.length > 0) {
    return { kind: 'faulty', findings: issues.map((issue) => findingOf(file, json, issue)) }
  }
  // Safe cast: the type is generated from the schema.
  return { kind: 'config', config: toConfig({ ...defaults(), ...Object(json) } as Filled) }
}

function findingOf(file: string, json: Json, issue: SchemaIssue): Finding {
  const { pointer, message } = issue
  const place = { file, pointer }
  const help =
    file === commandLine
      ? 'Correct its value. `rpcloom help COMMAND` describes the options.'
      : 'Correct its value. node_modules/rpcloom/config.schema.json describes every option.'
  const tokens = tokensOf(pointer)
  const name = tokens.at(-1)
  if (name === undefined) {
    return { code: 'RL002', message: `The configuration ${message}.`, help, place }
  }
  const { properties, additional } = viewAt(tokens.slice(0, -1))
  if (!properties.has(name) && additional.some(({ json }) => json === false)) {
    const suggestion = didYouMean(name, [...properties.keys()])
    return { code: 'RL002', message: `Unknown option \`${name}\`.${suggestion}`, place }
  }
  const [expected] = issue.keyword === 'pattern' ? viewAt(tokens).valuesOf('errorMessage') : []
  const problem = typeof expected === 'string' ? expected : message
  const hint = pointer === '/scope' ? scopeHint(json) : ''
  const text = `The option \`${tokens.join('.')}\` ${problem}.${hint}`
  return { code: 'RL002', message: text, help, place }
}

/** Returns the scope that was probably meant: ` Did you mean "@acme"?` for `Acme`. */
function scopeHint(json: Json): string {
  const scope = isObject(json) ? json['scope'] : undefined
  if (typeof scope !== 'string') return ''
  const [name = ''] = scope.replace(/^@/, '').split('/')
  return ` Did you mean "@${npmNameOf(name, 'acme')}"?`
}

/** Returns what the schema says about the value at a place of the configuration. */
function viewAt(tokens: readonly string[]): View<undefined> {
  const places = inDocument(resolve)
  return tokens.reduce<View<undefined>>(
    ({ properties, additional, rest }, token) =>
      viewOf(properties.get(token) ?? [...additional, ...rest], places),
    viewOf([located(schema)], places),
  )
}

function defaults(): Readonly<Record<string, unknown>> {
  const members = [...viewAt([]).properties].flatMap(([name, [member]]) =>
    isObject(member?.json) && 'default' in member.json ? [[name, member.json['default']]] : [],
  )
  return Object.fromEntries(members)
}

/** Converts valid JSON with defaults to a configuration. */
function toConfig(user: Filled): Config {
  const { $schema: _schema, inputs, targets, repository, homepage, bugs, ...others } = user
  const trees = inputs.filter((input) => typeof input !== 'string')
  return {
    ...others,
    inputs: inputs.map((input) => (typeof input === 'string' ? input : toTree(input).root)),
    ...(trees.length > 0 && { fragments: trees.map(toTree) }),
    links: {
      ...(repository !== undefined && { repository: gitUrl(repository) }),
      ...(homepage !== undefined && { homepage }),
      ...(bugs !== undefined && { bugs }),
    },
    targets: Object.fromEntries(
      Object.entries(targets).map(([name, target]) => [name, toTarget(user.scope, name, target)]),
    ),
  }
}

function toTree({ root, methods = [], ...components }: UserTree): FragmentTree {
  return { root: posix.normalize(root), methods, components }
}

function toTarget(scope: string, name: string, target: UserTarget = {}): TargetConfig {
  const {
    package: packageName = `${scope}/${name}`,
    templates,
    module,
    guides,
    ...options
  } = target
  return {
    packageName,
    ...(templates !== undefined && { templates }),
    ...(module !== undefined && { module }),
    ...(guides !== undefined && { guides }),
    options,
  }
}
