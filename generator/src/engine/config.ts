import { posix } from 'node:path'
import { gitUrl, isPublicPage, type PackageMetadata } from '../codegen/package-metadata.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { isArray, isObject, textOf } from '../json/pointer.ts'
import { type FragmentTree, fragmentSections } from '../load/fragments/tree.ts'
import { didYouMean } from '../json/suggest.ts'
import type { EffectPatterns } from '../model/document/effect.ts'
import type { HexQuantities } from '../model/schema/quantity.ts'
import type { Json, JsonObject } from '../json/types.ts'
import type { FormatSetting } from '../output/format.ts'

/** The validated configuration, with defaults filled in. */
export interface Config {
  /** Paths, globs and URLs of documents, relative to the project root. */
  readonly inputs: readonly string[]
  /** Inputs that are assembled from a root document and fragments. */
  readonly fragments?: readonly FragmentTree[]
  /** Paths of overlays, in order of application. */
  readonly overlays: readonly string[]
  /** Output folder with one package per target, relative to the project root. */
  readonly out: string
  /** npm scope of the emitted packages. */
  readonly scope: string
  /** Version of the emitted packages. */
  readonly version: string
  /** Links of the emitted manifests. They override those that the documents state. */
  readonly links?: Pick<PackageMetadata, 'repository' | 'homepage' | 'bugs'>
  /** How strings with the pattern of Ethereum quantities are typed; `bigint` by default. */
  readonly hexQuantities?: HexQuantities
  readonly targets: Readonly<Record<string, TargetConfig>>
  /** Effects of methods by name pattern. They override the documents and inferred effects. */
  readonly effects?: EffectPatterns
  /**
   * Names of groups by paths or globs of their documents. With the name `''`, the members of the group are
   * direct members of the client.
   */
  readonly groups?: Readonly<Record<string, string>>
  /** Path or package of the module with custom formats. */
  readonly formats?: string
  /** Which program formats the output. */
  readonly format: FormatSetting
  readonly allowUnresolved: boolean
  readonly allowRemote: boolean
  readonly allowOutside: boolean
  /** Settings of `lint`, which validates them itself. */
  readonly lint?: JsonObject
}

export interface TargetConfig {
  readonly packageName: string
  /** Path or package of the module with a custom target. */
  readonly module?: string
  /** Folder with templates that override the templates of the target. */
  readonly templates?: string
  /** All other settings of the target. Only the target itself knows their meaning. */
  readonly options: Readonly<Record<string, unknown>>
}

export type Checked =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faulty'; readonly findings: readonly Finding[] }

const scopePattern = /^@[a-z0-9][a-z0-9._-]*$/
const packagePattern = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/
const targetPattern = /^[a-z][a-z0-9-]*$/
const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

const members = {
  inputs: 'a non-empty list of paths, globs, URLs or trees of fragments',
  overlays: 'a list of paths of overlays',
  out: 'a path',
  scope: 'an npm scope such as "@acme"',
  version: 'a version such as "1.0.0"',
  repository: 'the URL of a git repository, such as "https://github.com/acme/api"',
  homepage: 'an http or https URL',
  bugs: 'an http or https URL',
  hexQuantities: '"bigint", "hex" or "string"',
  targets: 'an object with one member per target',
  effects: 'an object with lists of method names for `read`, `write` and `admin`',
  groups: 'an object that maps paths or globs of documents to names',
  formats: 'the path of a module or the name of a package',
  format: 'true, false, "oxfmt" or "prettier"',
  allowUnresolved: 'true or false',
  allowRemote: 'true or false',
  allowOutside: 'true or false',
  lint: 'an object with `rules` and `ignore`',
} as const

type MemberName = keyof typeof members

/** Validates a configuration. `file` is the path shown in diagnostics. */
export function checkConfig(file: string, json: Json): Checked {
  if (!isObject(json))
    return { kind: 'faulty', findings: [fault(file, '', 'The configuration must be an object.')] }
  const findings = [...unknownMembers(file, json), ...wrongMembers(file, json)]
  for (const [name, target] of Object.entries(isObject(json['targets']) ? json['targets'] : {})) {
    findings.push(...targetFaults(file, name, target))
  }
  return findings.length > 0
    ? { kind: 'faulty', findings }
    : { kind: 'config', config: toConfig(json) }
}

function unknownMembers(file: string, json: JsonObject): readonly Finding[] {
  return Object.keys(json)
    .filter((name) => !Object.hasOwn(members, name) && name !== '$schema')
    .map((name) =>
      fault(
        file,
        `/${name}`,
        `Unknown option \`${name}\`.${didYouMean(name, Object.keys(members))}`,
      ),
    )
}

function wrongMembers(file: string, json: JsonObject): readonly Finding[] {
  const tests: Readonly<Record<MemberName, (value: Json | undefined) => boolean>> = {
    inputs: (value) =>
      isArray(value) && value.length > 0 && value.every((input) => isText(input) || isTree(input)),
    overlays: (value) =>
      value === undefined ||
      (isArray(value) && value.every((path) => typeof path === 'string' && path !== '')),
    out: (value) => typeof value === 'string' && value !== '',
    scope: (value) => typeof value === 'string' && scopePattern.test(value),
    version: (value) =>
      value === undefined || (typeof value === 'string' && versionPattern.test(value)),
    repository: isLink,
    homepage: isLink,
    bugs: isLink,
    hexQuantities: (value) => value === undefined || isHexQuantities(value),
    targets: (value) => isObject(value) && Object.keys(value).length > 0,
    effects: isEffects,
    groups: (value) =>
      value === undefined ||
      (isObject(value) && Object.values(value).every((name) => typeof name === 'string')),
    formats: (value) => value === undefined || isText(value),
    format: (value) => isFlag(value) || isFormatter(value),
    allowUnresolved: isFlag,
    allowRemote: isFlag,
    allowOutside: isFlag,
    // `lint` validates its own settings, because loading all lint rules here would be slow.
    lint: (value) => value === undefined || isObject(value),
  }
  return Object.entries(members)
    .filter(([name]) => isMember(name) && !tests[name](json[name]))
    .map(([name, expected]) => {
      const missing = json[name] === undefined ? ', but it is missing' : ''
      return {
        ...fault(file, `/${name}`, `The option \`${name}\` must be ${expected}${missing}.`),
        help: 'Correct its value. node_modules/rpcloom/config.schema.json describes every option.',
      }
    })
}

function isLink(value: Json | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'string' && URL.canParse(value) && isPublicPage(new URL(value))
}

function linksOf(json: JsonObject): NonNullable<Config['links']> {
  const { repository, homepage, bugs } = json
  return {
    ...(typeof repository === 'string' && { repository: gitUrl(repository) }),
    ...(typeof homepage === 'string' && { homepage }),
    ...(typeof bugs === 'string' && { bugs }),
  }
}

function isHexQuantities(value: Json | undefined): value is HexQuantities {
  return value === 'bigint' || value === 'hex' || value === 'string'
}

function isMember(name: string): name is MemberName {
  return Object.hasOwn(members, name)
}

function isFlag(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'boolean'
}

function isFormatter(value: Json | undefined): value is 'oxfmt' | 'prettier' {
  return value === 'oxfmt' || value === 'prettier'
}

function formatSetting(value: Json | undefined): FormatSetting {
  return isFormatter(value) ? value : value !== false
}

function isEffects(value: Json | undefined): boolean {
  if (value === undefined) return true
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, patterns]) =>
        ['read', 'write', 'admin'].includes(name) && isArray(patterns) && patterns.every(isText),
    )
  )
}

/**
 * Whether an input is a root document with fragments: `{ "root": "openrpc.yaml", "methods": ["src/*.yaml"]
 * }`.
 */
function isTree(value: Json): boolean {
  return (
    isObject(value) &&
    isText(value['root'] ?? '') &&
    Object.entries(value).every(
      ([name, globs]) =>
        name === 'root' ||
        (isFragmentSection(name) && isArray(globs) && globs.every((glob) => isText(glob))),
    )
  )
}

function isFragmentSection(name: string): boolean {
  return name === 'methods' || fragmentSections.some((section) => section === name)
}

function isText(value: Json): boolean {
  return typeof value === 'string' && value !== ''
}

function targetFaults(file: string, name: string, json: Json): readonly Finding[] {
  const at = `/targets/${name}`
  if (!targetPattern.test(name))
    return [fault(file, at, `${name} is not a valid name of a target.`)]
  if (!isObject(json)) return [fault(file, at, `The options of ${name} must be an object.`)]
  const { package: packageName, templates, module } = json
  const findings: Finding[] = []
  if (
    packageName !== undefined &&
    !(typeof packageName === 'string' && packagePattern.test(packageName))
  ) {
    findings.push(
      fault(file, `${at}/package`, 'The option `package` must be the name of an npm package.'),
    )
  }
  if (templates !== undefined && typeof templates !== 'string') {
    findings.push(fault(file, `${at}/templates`, 'The option `templates` must be a path.'))
  }
  const { format = 'mdx' } = json
  if (name === 'docs' && format !== 'mdx' && format !== 'vitepress') {
    findings.push(fault(file, `${at}/format`, 'The option `format` must be "mdx" or "vitepress".'))
  }
  if (name === 'client' && !isFlag(json['standalone'])) {
    findings.push(fault(file, `${at}/standalone`, 'The option `standalone` is true or false.'))
  }
  if (module !== undefined && (typeof module !== 'string' || module === '')) {
    const message = 'The option `module` must be a path or the name of a package.'
    findings.push(fault(file, `${at}/module`, message))
  }
  return findings
}

function fault(file: string, pointer: string, message: string): Finding {
  return { code: 'RL002', message, place: { file, pointer } }
}

/** Converts valid JSON to a configuration. */
function toConfig(json: JsonObject): Config {
  const scope = textOf(json['scope'])
  const targets = isObject(json['targets']) ? json['targets'] : {}
  const inputs = isArray(json['inputs']) ? json['inputs'] : []
  const trees = inputs.filter((input) => isObject(input))
  return {
    inputs: inputs.map((input) => (isObject(input) ? toTree(input).root : textOf(input))),
    ...(trees.length > 0 && { fragments: trees.map(toTree) }),
    overlays: isArray(json['overlays']) ? json['overlays'].map(textOf) : [],
    out: textOf(json['out']),
    scope,
    version: typeof json['version'] === 'string' ? json['version'] : '0.1.0',
    links: linksOf(json),
    ...(isHexQuantities(json['hexQuantities']) && { hexQuantities: json['hexQuantities'] }),
    targets: Object.fromEntries(
      Object.entries(targets).map(([name, target]) => [name, toTarget(scope, name, target)]),
    ),
    ...(isObject(json['effects']) && { effects: effectsOf(json['effects']) }),
    ...(isObject(json['groups']) && { groups: textsOf(json['groups']) }),
    ...(typeof json['formats'] === 'string' && { formats: json['formats'] }),
    format: formatSetting(json['format']),
    allowUnresolved: json['allowUnresolved'] === true,
    allowRemote: json['allowRemote'] === true,
    allowOutside: json['allowOutside'] === true,
    ...(isObject(json['lint']) && { lint: json['lint'] }),
  }
}

function toTree(json: JsonObject): FragmentTree {
  const { root, methods, ...components } = json
  const globs = (value: Json | undefined): readonly string[] =>
    isArray(value) ? value.map(textOf) : []
  return {
    root: posix.normalize(textOf(root)),
    methods: globs(methods),
    components: Object.fromEntries(
      Object.entries(components).map(([section, value]) => [section, globs(value)]),
    ),
  }
}

function textsOf(json: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(json).map(([name, text]) => [name, textOf(text)]))
}

function effectsOf(json: JsonObject): EffectPatterns {
  return Object.fromEntries(
    Object.entries(json).map(([name, list]) => [name, isArray(list) ? list.map(textOf) : []]),
  )
}

function toTarget(scope: string, name: string, json: Json): TargetConfig {
  const { package: packageName, templates, module, ...options } = isObject(json) ? json : {}
  return {
    packageName: typeof packageName === 'string' ? packageName : `${scope}/${name}`,
    ...(typeof templates === 'string' ? { templates } : {}),
    ...(typeof module === 'string' ? { module } : {}),
    options,
  }
}
