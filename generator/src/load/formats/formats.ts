import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import type { Formats } from '@rpcloom/rpc/formats'
import type { Finding } from '../../diagnostics/diagnostics.ts'
import { readJson } from '../../json/text.ts'
import type {
  CustomFormat,
  CustomType,
  FormatsFile,
  FormatsPackage,
} from '../../openrpc/custom-formats.ts'
import type { LoadedFormats } from '../../openrpc/loaded.ts'
import { formatFaults } from './format-errors.ts'
import { firstLine, isPath, manifestOf, moduleEntry } from './modules.ts'
import { isObject, textOf } from '../../json/pointer.ts'

const runtime = '@rpcloom/rpc/formats'

/**
 * Loads the module named by `formats` in the configuration, if any, and reports all errors in its formats. Loaded formats are
 * returned as they are.
 */
export async function loadFormats(
  root: string,
  module: string | LoadedFormats | undefined,
): Promise<{ readonly found?: LoadedFormats; readonly findings: readonly Finding[] }> {
  if (module === undefined) return { findings: [] }
  if (typeof module !== 'string') return { found: module, findings: [] }
  const fault = (code: Finding['code'], message: string): Finding => ({
    code,
    message,
    place: { file: '(configuration)', pointer: '/formats' },
  })
  const at = moduleEntry(root, module)
  if (at.entry === undefined) {
    const message = `Cannot find the module ${module} of custom formats: ${at.reason}.`
    return { findings: [fault('RL012', message)] }
  }
  let exported: unknown
  let described: FormatsFile | FormatsPackage
  try {
    described = await describe(root, module, at.entry)
    exported = Reflect.get(Object(await importFormats(described, at.entry)), 'formats')
  } catch (error) {
    const message = `Cannot load the module ${module} of custom formats: ${firstLine(error)}.`
    return { findings: [fault('RL012', message)] }
  }
  const faults = formatFaults(exported)
  if (faults.length > 0) {
    return { findings: faults.map(({ code, message }) => fault(code, `${module}: ${message}`)) }
  }
  // Every format was checked before.
  const formats = exported as Formats
  const types = customFormats(formats)
  const exportedTypes = new Set(
    [...types.values()].flatMap(({ type }) => (type.kind === 'exported' ? [type.name] : [])),
  )
  const found = { ...described, exportedTypes: [...exportedTypes] }
  return { found: { formats, types, module: found }, findings: [] }
}

function customFormats(formats: Formats): ReadonlyMap<string, CustomFormat> {
  return new Map(
    Object.entries(formats).map(([name, { of = 'string', type = of, codec }]) => [
      name,
      { name, of, type: typeOf(type), hasCodec: codec !== undefined },
    ]),
  )
}

function typeOf(type: string): CustomType {
  if (type === 'string') return { kind: 'string' }
  if (type.startsWith('#')) return { kind: 'exported', name: type.slice(1) }
  return type.startsWith('`') ? { kind: 'template', text: type } : { kind: 'global', name: type }
}

/**
 * Determines whether the types package includes the formats module as a copy or as a dependency.
 */
async function describe(
  root: string,
  module: string,
  entry: string,
): Promise<FormatsFile | FormatsPackage> {
  if (isPath(module)) {
    const path = relative(root, entry).replaceAll('\\', '/')
    if (!entry.endsWith('.ts')) throw new Error('the path must end in .ts')
    const text = readFileSync(entry, 'utf8')
    const other = importsOf(text).find((specifier) => specifier !== runtime)
    if (other !== undefined) {
      const allowed = `it imports ${other}, but the file is copied into the packages and may import only ${runtime}`
      throw new Error(`${allowed}. Make it a package`)
    }
    return { kind: 'file', path, text, script: await scriptOf(text) }
  }
  const path = manifestOf(entry)
  const manifest = path === undefined ? undefined : readJson(readFileSync(path, 'utf8'))
  const [name, version] = isObject(manifest) ? [manifest['name'], manifest['version']] : []
  if (typeof version !== 'string') throw new Error('its package has no version')
  return { kind: 'package', specifier: module, name: textOf(name), version }
}

function importsOf(text: string): readonly string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])(.*?)\1/g)
  return [...found].map(([, , specifier = '']) => specifier)
}

/**
 * Imports the module from memory, because a temporary file in the module's folder would trigger
 * `--watch`.
 */
async function importFormats(
  module: FormatsFile | FormatsPackage,
  entry: string,
): Promise<unknown> {
  if (module.kind === 'package') return import(pathToFileURL(entry).href)
  const exports = {}
  const runtimeExports = await import('@rpcloom/rpc/formats')
  compileFunction(module.script, ['exports', 'require'], { filename: entry })(
    exports,
    () => runtimeExports,
  )
  return exports
}

async function scriptOf(text: string): Promise<string> {
  const { ts } = await import('ts-morph')
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  const [syntax] = diagnostics
  if (syntax !== undefined) {
    const line = text.slice(0, syntax.start).split('\n').length
    throw new Error(`line ${line}: ${ts.flattenDiagnosticMessageText(syntax.messageText, ' ')}`)
  }
  return outputText
}
