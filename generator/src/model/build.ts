import { gather } from '../json/gather.ts'
import { withFormats } from '@rpcloom/schema/internal'
import { append } from '../json/append.ts'
import { type Diagnostic, type Finding, toDiagnostics } from '../diagnostics/diagnostics.ts'
import { elementsBy } from '../openrpc/elements.ts'
import type { Loaded } from '../openrpc/loaded.ts'
import { bundle } from './bundle/bundle.ts'
import { withChosenValues } from './bundle/chosen-values.ts'
import { type EffectPatterns, unusedPatterns } from './document/effect.ts'
import { finishedGroup } from './document/finish.ts'
import { type GroupDraft, groupOf } from './document/group.ts'
import { repeatedGroups } from './document/repeated-groups.ts'
import { differingInputs } from './input-form.ts'
import type { KeptNames } from './names/kept-names.ts'
import { type ConfiguredGroups, type GroupNames, nameGroups } from './names/group-names.ts'
import { isArray, isObject, own } from '../json/members.ts'
import { shortcutsOf } from './names/shortcuts.ts'
import { modulePaths } from './names/module-paths.ts'
import type { NameEntry, NameReport } from './names/name-book.ts'
import { type ChosenType, type GroupToName, nameTypes } from './names/type-names.ts'
import { endlessTypes } from './schema/endless.ts'
import type { HexQuantities } from './schema/quantity.ts'
import type { SchemaReader } from './schema/reader.ts'
import { readQueue, schemaReader } from './schema/schema.ts'
import { typeCompleter } from './schema/complete-types.ts'
import { clientTypeName, everyMethod } from './sides.ts'
import type { Api, Group, NamedType, TypeId, TypeModule } from './types.ts'
import type { Json, JsonObject } from '../json/types.ts'
import { typesOfGroup } from './walk.ts'

/** The model of the documents, with the findings and with the reasons for all chosen names. */
export interface Built {
  readonly api: Api
  readonly diagnostics: readonly Diagnostic[]
  readonly names: NameReport
}

export interface BuildOptions {
  readonly scope: string
  /** Patterns of method names, by the effect that they assign. */
  readonly effects?: EffectPatterns
  /** Group names, by the paths of documents. */
  readonly groups?: ConfiguredGroups
  /** Names that earlier runs chose, by group key. They do not change. */
  readonly kept?: ReadonlyMap<string, KeptNames>
  /** Type of strings whose pattern describes Ethereum quantities. Defaults to `bigint`. */
  readonly hexQuantities?: HexQuantities
}

/** Builds the model: reads all documents, completes the types and chooses names. */
export function buildApi(loaded: Loaded, options: BuildOptions): Built {
  // The default is `bigint`, which viem uses for quantities as well.
  const { effects = {}, hexQuantities = 'bigint' } = options
  const findings: Finding[] = []
  const reader = schemaReader(loaded, hexQuantities, findings)
  const elements = elementsBy(loaded.resolve)
  const documents = documentsWithMethods(loaded.documents)
  const named = nameGroups(documents, options.groups)
  append(findings, named.findings)
  const entries: NameEntry[] = [...named.entries]
  const drafts = documents.flatMap((document, index) => {
    const own = named.groups[index]
    if (own === undefined) return []
    const scope = { reader, elements, findings, entries, group: own.key, effects }
    return [groupOf(scope, document, own, options.kept?.get(own.key))]
  })
  append(findings, repeatedGroups(documents, drafts))
  append(findings, unmatched(effects, drafts))
  const short = shortcutsOf(documents, drafts, options.groups)
  append(findings, short.findings)
  readQueue(reader)
  append(findings, endlessTypes(loaded, reader.drafts))
  const completeType = typeCompleter(reader, findings)
  const modules = modulePathsOf(reader, drafts)
  const { chosen, entries: typeEntries } = nameAll(reader, drafts, modules)
  append(entries, typeEntries)
  const types = namedTypes(reader, chosen, modules)
  const nameOf = (id: TypeId): string | undefined => types.get(id)?.name
  const groups = drafts.map((draft, index): Group => {
    const document = documents[index]
    const bundled = document === undefined ? {} : bundle(loaded, document, nameOf)
    const finished = finishedGroup(draft, { completeType, types, findings })
    const group = { ...finished, shortcuts: short.shortcuts[index] ?? [] }
    const complete = withChosenValues(bundled, everyMethod(group), effects)
    return { ...group, bundle: withCustomFormats(complete, loaded.formats) }
  })
  const api: Api = {
    scope: options.scope,
    groups,
    modules: typeModules(types, modules),
    types,
    ...(loaded.formats && { formats: loaded.formats.module }),
    untyped: distinctPlaces(reader.untyped),
  }
  return { api, diagnostics: toDiagnostics(findings, loaded.files), names: { entries } }
}

/**
 * Adds the definitions of custom formats to each document that uses them, so that a reader of the
 * document can understand the formats.
 */
function withCustomFormats(document: JsonObject, custom: Loaded['formats']): JsonObject {
  return custom && usesFormat(document, custom.types)
    ? withFormats(document, custom.formats)
    : document
}

function usesFormat(json: Json | undefined, names: ReadonlyMap<string, unknown>): boolean {
  if (isArray(json)) return json.some((item) => usesFormat(item, names))
  if (!isObject(json)) return false
  const format = own(json, 'format')
  if (typeof format === 'string' && names.has(format)) return true
  return Object.values(json).some((part) => usesFormat(part, names))
}

/**
 * Drops documents that only contain components, because they need no group. If no document has
 * methods, all documents are kept.
 */
function documentsWithMethods(documents: Loaded['documents']): Loaded['documents'] {
  const some = documents.filter(({ json }) => {
    const methods = own(json, 'methods')
    return isObject(methods) || (isArray(methods) && methods.length > 0)
  })
  return some.length > 0 ? some : documents
}

function unmatched(effects: EffectPatterns, groups: readonly GroupDraft[]): readonly Finding[] {
  const names = groups.flatMap((group) => everyMethod(group).map(({ name }) => name))
  return unusedPatterns(effects, names).map((pattern) => ({
    code: 'RL310',
    message: `The pattern \`${pattern}\` of the option \`effects\` matches no method.`,
    place: { file: '(configuration)', pointer: '/effects' },
  }))
}

function modulePathsOf(
  reader: SchemaReader,
  groups: readonly GroupDraft[],
): ReadonlyMap<string, string> {
  const documents = new Map(groups.map(({ file, slug }) => [file, slug]))
  const files = new Set([...reader.drafts.values()].map(({ place }) => place.file))
  return modulePaths([...files], documents)
}

function nameAll(
  reader: SchemaReader,
  groups: readonly GroupDraft[],
  modules: ReadonlyMap<string, string>,
): ReturnType<typeof nameTypes> {
  const drafts = [...reader.drafts.values()]
  const differing = differingInputs(drafts)
  return nameTypes({
    types: drafts.map((draft) => ({ ...draft, inputDiffers: differing.has(draft.id) })),
    groups: groups.map(groupToName),
    crossed: reader.crossed,
    modules,
  })
}

function groupToName(group: GroupDraft): GroupToName {
  const names: GroupNames = { key: group.key, slug: group.slug, typeName: group.typeName }
  const { clientNamespaces: reverse } = group
  const stems = [
    group.typeName,
    ...(reverse.length > 0 ? [clientTypeName(group)] : []),
    ...[...group.namespaces, ...reverse].map(({ typeName }) => typeName),
  ]
  return {
    file: group.file,
    names,
    interfaces: stems.flatMap((stem) => [stem, `${stem}Handlers`]),
    uses: typesOfGroup(group),
  }
}

function namedTypes(
  reader: SchemaReader,
  chosen: ReadonlyMap<TypeId, ChosenType>,
  modules: ReadonlyMap<string, string>,
): ReadonlyMap<TypeId, NamedType> {
  const types = new Map<TypeId, NamedType>()
  for (const { origin, ...draft } of reader.drafts.values()) {
    const names = chosen.get(draft.id)
    const module = modules.get(draft.place.file)
    if (names === undefined || module === undefined) continue
    types.set(draft.id, { ...draft, ...names, module, origin: origin.source })
  }
  return types
}

/**
 * Returns one module for each file with types. Shared modules come first. The types in a module are
 * sorted by name.
 */
function typeModules(
  types: ReadonlyMap<TypeId, NamedType>,
  modules: ReadonlyMap<string, string>,
): readonly TypeModule[] {
  const byFile = gather([...types.values()].map((type) => [type.place.file, type] as const))
  return [...modules].flatMap(([file, path]) => {
    const own = byFile.get(file) ?? []
    return own.length === 0 ? [] : [{ path, file, types: own.map(({ id }) => id) }]
  })
}

function distinctPlaces(untyped: Api['untyped']): Api['untyped'] {
  const places = new Map(untyped.map((place) => [`${place.file}#${place.pointer}`, place]))
  return [...places.values()]
}
