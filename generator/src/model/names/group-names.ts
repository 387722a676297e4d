import { posix } from 'node:path'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { isMatch } from '../../json/path-pattern.ts'
import { objectOf, own, stringOf } from '../../json/members.ts'
import type { JsonObject } from '../../json/types.ts'
import { camel, fileStem, pascal } from './identifiers.ts'
import { caselessScope, choose, exactScope, type NameEntry, type NameScope } from './name-book.ts'
import { objectMembers, reservedSlugs, rootMembers } from './reserved.ts'

/** The names of a group itself. They are chosen before the names of its members. */
export interface GroupNames {
  readonly key: string
  readonly slug: string
  readonly typeName: string
}

interface Document {
  readonly file: string
  readonly json: JsonObject
}

/** Group names from the configuration, by paths or globs of documents. */
export type ConfiguredGroups = Readonly<Record<string, string>>

/**
 * Names the group of every document. The first available source is used, in this order: the
 * configuration, the key in `x-group`, the file name (except common names such as `openrpc.json`),
 * the document's title without common words (`Pets JSON-RPC API Specification` -> `pets`), the
 * folder.
 */
export function nameGroups(
  documents: readonly Document[],
  configured: ConfiguredGroups = {},
): {
  readonly groups: readonly GroupNames[]
  readonly entries: readonly NameEntry[]
  readonly findings: readonly Finding[]
} {
  const naming: Naming = {
    keys: caselessScope(),
    slugs: caselessScope(),
    typeNames: exactScope(),
    configured,
    entries: [],
    findings: [],
  }
  const groups: GroupNames[] = []
  // Documents with a configured name or an `x-group` key are named first, so that other groups
  // cannot take their names.
  const isOwn = (document: Document): boolean =>
    Boolean(configuredKey(document, configured) ?? keyOf(document.json))
  const order = [...documents.entries()].sort(([, a], [, b]) => Number(isOwn(b)) - Number(isOwn(a)))
  for (const [index, document] of order) groups[index] = nameGroup(naming, document)
  return { groups, entries: naming.entries, findings: naming.findings }
}

/** State of naming groups. */
interface Naming {
  readonly keys: NameScope
  readonly slugs: NameScope
  readonly typeNames: NameScope
  readonly configured: ConfiguredGroups
  readonly entries: NameEntry[]
  readonly findings: Finding[]
}

function nameGroup(naming: Naming, document: Document): GroupNames {
  const configured = configuredKey(document, naming.configured)
  const origins = originsOf(document, configured)
  const texts = origins.map((origin) => origin.text)
  const { name: key, reason } = choose(naming.keys, {
    candidates: texts.map(camel),
    fallback: 'api',
    suffix: 'Group',
    reserved: (name) => rootMembers.has(name) || objectMembers.has(name),
  })
  const slug = choose(naming.slugs, {
    candidates: [key, ...texts].map(fileStem),
    fallback: 'api',
    suffix: '-api',
    reserved: (name) => reservedSlugs.has(name),
  }).name
  const typeName = choose(naming.typeNames, {
    candidates: [pascal(key)],
    fallback: 'Api',
    suffix: 'Group',
    reserved: () => false,
  }).name
  naming.entries.push({
    kind: 'group',
    file: document.file,
    pointer: '',
    scope: '',
    name: key,
    origin: (origins.find(({ text }) => camel(text) === key) ?? origins[0])?.source ?? 'nothing',
    ...(reason === undefined ? {} : { reason }),
  })
  reportOtherName(naming, document, { key, reason })
  return { key, slug, typeName }
}

/** Reports a group whose name differs from the name in the configuration or in `x-group`. */
function reportOtherName(
  { keys, configured, findings }: Naming,
  document: Document,
  { key, reason }: { readonly key: string; readonly reason: string | undefined },
): void {
  const configuredName = configuredKey(document, configured)
  const wanted = configuredName ?? keyOf(document.json) ?? ''
  if (wanted === '' || key === camel(wanted)) return
  // Duplicate `x-group` keys are reported elsewhere.
  if (configuredName === undefined && keys.taken.has(camel(wanted).toLowerCase())) return
  findings.push({
    code: 'RL311',
    message: `The group \`${wanted}\` is called \`${key}\`: ${reason ?? 'it has no letter or digit'}.`,
    place: { file: document.file, pointer: keyOf(document.json) ? '/x-group/key' : '' },
  })
}

/**
 * Returns the configured name of a document's group. With an empty name, the members of the group
 * are direct members of the client.
 */
export function configuredKey(
  { file }: Pick<Document, 'file'>,
  configured: ConfiguredGroups,
): string | undefined {
  return Object.entries(configured).find(([path]) => path === file || isMatch(path, file))?.[1]
}

/**
 * Returns the key in `x-group` of a document. With an empty key, the members of the group are
 * direct members of the client.
 */
export function keyOf(json: JsonObject): string | undefined {
  const key = own(objectOf(json, 'x-group'), 'key')
  return typeof key === 'string' ? key : undefined
}

function originsOf(
  document: Document,
  configured: string | undefined,
): readonly { text: string; source: string }[] {
  const key = keyOf(document.json)
  const isService = isServiceUrl(document.file)
  // The query of a URL may have a key.
  const file = document.file.replace(/^(https?:[^?#]*).*/is, '$1')
  const stem = isService ? undefined : stemOf(file)
  const title = stringOf(objectOf(document.json, 'info'), 'title')
  const short = title === undefined ? undefined : shortTitle(title)
  const folder = isService ? '' : posix.basename(posix.dirname(file))
  const origins = [
    { text: configured, source: 'the configuration' },
    { text: key, source: `x-group \`${key ?? ''}\`` },
    { text: stem, source: `file name \`${posix.basename(file)}\`` },
    { text: stem === undefined ? undefined : `${folder} ${stem}`, source: 'folder and file name' },
    { text: isTelling(short) ? short : undefined, source: `title \`${title ?? ''}\`` },
    { text: /^\.*$/.test(folder) ? undefined : folder, source: `folder \`${folder}\`` },
    { text: `${folder} ${short ?? ''}`, source: 'folder and title' },
    { text: isService ? title : undefined, source: `title \`${title ?? ''}\`` },
  ]
  return origins.flatMap(({ text, source }) => (text ? [{ text, source }] : []))
}

/** Whether an input is the URL of a running service, whose host and port say nothing about the API. */
export function isServiceUrl(file: string): boolean {
  if (file.startsWith('discover:')) return true
  return /^https?:/i.test(file) && !/\.(json|ya?ml)([?#]|$)/i.test(file)
}

/**
 * Returns the API name in a file name: `foo` for `foo.openrpc.json` and `foo-openrpc.yaml`. Returns
 * undefined for a common file name such as `openrpc.json`.
 */
function stemOf(file: string): string | undefined {
  const stem = posix
    .basename(file)
    .replace(/\.(json|ya?ml)$/i, '')
    .replace(/[._-]?open-?rpc([._-](document|spec|schema))?$/i, '')
    .replace(/^open-?rpc[._-]/i, '')
    .replace(/[._-](json-?rpc|spec|specification)$/i, '')
  return commonStem.test(stem) ? undefined : stem
}

/** Matches file names that are common to many APIs. */
const commonStem =
  /^(|document|index|api|spec|specification|schema|json-?rpc|json-?rpc-?api|rpc|(root|base|main)([._-]?(doc|document))?|templates?|refs|bundled?|assembled|merged)$/i

/** Returns a title without common words: `Ethereum` for `Ethereum JSON-RPC Specification`. */
function shortTitle(title: string): string | undefined {
  const short = title
    .replace(/\b(open|json)[\s-]?rpc\b/gi, ' ')
    .replace(
      /\b(rpc|api|apis|reference|specifications?|spec|documents?|documentation|service)\b/gi,
      ' ',
    )
    .replace(/\sfor\s.*$/i, '')
    .trim()
  return camel(short) === '' ? undefined : short
}

/** Whether a title is short enough for a name. */
function isTelling(title: string | undefined): title is string {
  return title !== undefined && camel(title).length <= 40
}
