import { isArray, tokensOf } from '../../json/pointer.ts'
import { sections, titleOf, type Kind } from '../../openrpc/grammar.ts'
import type { Resolved } from '../../openrpc/loaded.ts'
import { isOtherType } from '../../openrpc/other-type.ts'
import { download } from '../read/download.ts'
import { isRemote, leavesProject } from '../read/paths.ts'
import { targetOf } from './target.ts'
import type { Follow } from './resolver.ts'
import type { LoadContext } from '../context.ts'
import { checkAndRepair } from '../check/check.ts'
import type { Reference } from '../check/values.ts'

/** Follows every reference, checks the target, and then follows the references in the target. */
export async function followReferences(context: LoadContext, follow: Follow): Promise<void> {
  // Remote references are downloaded last: a local file loaded in the meantime may declare the same
  // URL as its `$id`.
  const waiting: Reference[] = []
  // The queue grows while it is processed, because targets contain further references.
  for (let next = 0; ; next++) {
    const queued = context.references[next]
    const reference = queued ?? waiting.shift()
    if (reference === undefined) return
    const address = addressToFetch(context, follow, reference)
    if (address !== undefined && queued !== undefined) waiting.push(queued)
    else if (
      address === undefined ||
      (await download({ address, place: reference.place }, context))
    )
      followReference(context, follow, reference)
    if (queued === undefined) next--
  }
}

/** Returns the URL to download for a reference, or undefined if the target is already available. */
function addressToFetch(
  { store, options }: LoadContext,
  follow: Follow,
  reference: Reference,
): string | undefined {
  const { place, ref } = reference
  const { base } = store.files.get(place.file) ?? {}
  const { file } = targetOf({ root: options.root, file: place.file, base, ref })
  const isHere = store.files.has(file) || isKnown(follow, reference)
  return isRemote(file) && !isHere ? file : undefined
}

/**
 * Whether a reference already resolves, for example because its URL is the `$id` of a loaded
 * schema.
 */
function isKnown(follow: Follow, { place, ref }: Reference): boolean {
  return follow(place.file, ref).kind === 'found'
}

function followReference(context: LoadContext, follow: Follow, reference: Reference): void {
  const { place, ref, expected } = reference
  const { findings, options } = context
  const resolution = follow(place.file, ref)
  if (resolution.kind === 'missing') {
    const message = `Unresolved reference ${ref}: ${resolution.reason}.`
    const isAllowed =
      expected === 'opaque' || isOfExample(expected) || options.allowUnresolved === true
    const severity = isAllowed ? 'warning' : 'error'
    const help = componentHelp(follow, reference)
    findings.push({ code: 'RL110', message, place, severity, ...(help !== undefined && { help }) })
  } else if (resolution.kind === 'outside') {
    const message = `The reference points outside the project, to ${resolution.file}.`
    const severity = options.allowUnresolved === true ? 'warning' : 'error'
    findings.push({ code: 'RL113', message, place, severity })
  } else if (resolution.kind === 'circular') {
    findings.push({
      code: 'RL112',
      message: `The reference ${ref} is circular: it never reaches a value.`,
      place,
    })
  } else if (resolution.kind === 'long') {
    const message = `The chain of references from ${ref} is too long: ${resolution.reason}.`
    findings.push({ code: 'RL115', message, place })
  } else if (resolution.kind === 'found') {
    const { base } = context.store.files.get(place.file) ?? {}
    const { isFromRoot, file } = targetOf({ root: options.root, file: place.file, base, ref })
    const pair = `${place.file} ${file}`
    if (isFromRoot && !context.reportedFromRoot.has(pair)) {
      context.reportedFromRoot.add(pair)
      const message = `The reference ${ref} is resolved from the root of the project: there is no such file beside the document.`
      findings.push({ code: 'RL110', message, place, severity: 'warning' })
    }
    checkTarget(context, reference, resolution.value)
  }
  // Errors inside a target file were reported when the file was read.
}

/**
 * Suggests the component that has the same name as an unresolved reference's last pointer token.
 */
function componentHelp(follow: Follow, { place, ref }: Reference): string | undefined {
  const [name] = /[^/#]+$/.exec(ref) ?? []
  const file = ref.includes('#') ? ref.slice(0, ref.indexOf('#')) : ''
  const found = ['schemas', 'contentDescriptors', 'errors']
    .map((section) => `${file}#/components/${section}/${name}`)
    .find((other) => follow(place.file, other).kind === 'found')
  return found && `Did you mean ${found}?`
}

function checkTarget(context: LoadContext, reference: Reference, target: Resolved): void {
  const { place, ref, expected } = reference
  const { file, pointer } = target.place
  if (leavesProject(file) && !leavesProject(place.file) && !context.reportedOutside.has(file)) {
    context.reportedOutside.add(file)
    const message = `The reference points outside the project, to ${file}.`
    // The file exists on this machine, but other checkouts of the project may not have it.
    context.findings.push({ code: 'RL113', message, place, severity: 'warning' })
  }
  const { list = false } = reference
  if (list && !isArray(target.json)) {
    const message = `The reference ${ref} must point to a list.`
    context.findings.push({ code: 'RL111', message, place })
    return
  }
  const section = sectionOf(pointer)
  if (
    section !== undefined &&
    expected !== 'loose' &&
    expected !== 'opaque' &&
    section !== expected
  ) {
    const message = `The reference ${ref} points to ${titleOf(section)}; expected ${titleOf(expected)}.`
    // A reference to a content descriptor where a schema is expected is only a warning, because the
    // author must have meant the `schema` of the content descriptor.
    // Nothing depends on examples, so a wrong one does not refuse a document.
    const isMeant = expected === 'schema' && section === 'contentDescriptor'
    const severity = isMeant || isOfExample(expected) ? 'warning' : 'error'
    context.findings.push({ code: 'RL111', message, place, severity })
  }
  if (reference.schema !== undefined && isOtherType(reference.schema, target.json)) {
    const message = `The \`type\` next to the reference differs from the type of ${ref}; it is ignored.`
    const help = 'Remove the `type`, or refer to a schema of this type.'
    const at = { file: place.file, pointer: `${place.pointer}/type` }
    context.findings.push({ code: 'RL207', message, help, place: at })
  }
  const kind = isOfExample(expected) ? expected : (section ?? expected)
  const key = `${kind}\n${file}\n${pointer}`
  // The components of a document are checked together with the document.
  if (context.checkedTargets.has(key) || (section !== undefined && context.extensions.has(file)))
    return
  context.checkedTargets.add(key)
  checkAndRepair(context, kind, target)
}

function isOfExample(expected: Reference['expected']): boolean {
  return expected === 'example' || expected === 'examplePairing'
}

/**
 * Returns the kind of the element at a pointer such as `/components/schemas/Pet`, or `/schemas/Pet`
 * in a file of shared components.
 */
function sectionOf(pointer: string): Kind | undefined {
  const tokens = tokensOf(pointer)
  const inner = tokens[0] === 'components' ? tokens.slice(1) : tokens
  const [section, , ...rest] = inner
  if (inner.length < 2 || section === undefined) return undefined
  return rest.length === 0 && Object.hasOwn(sections, section) ? sections[section] : undefined
}
