import { parseText } from '../load/parse/parse.ts'
import { isArray, isObject, textOf } from '../json/pointer.ts'
import type { Finding } from '../diagnostics/diagnostics.ts'
import { withLineEndsOf } from '../json/hash.ts'
import { scriptPrefix } from './files.ts'
import type { Json, JsonObject } from '../json/types.ts'

/** Entries of package.json that a workspace needs. */
export interface WorkspaceNeeds {
  readonly name: string
  readonly workspaces: readonly string[]
  /**
   * Returns the scripts by name. Each name starts with `prefix`, which avoids conflicts with existing
   * scripts.
   */
  readonly scripts: (prefix: string) => Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

export type ManifestText =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly prefix: string
    }
  | { readonly kind: 'faulty'; readonly finding: Finding }

/** The placeholder script that `npm init` writes. */
const noTest = 'echo "Error: no test specified" && exit 1'
const file = 'package.json'

/** Returns the package.json of a workspace: the existing file with missing entries added, or a new file. */
export function workspaceManifest(before: string | undefined, needs: WorkspaceNeeds): ManifestText {
  if (before === undefined) {
    const { name, workspaces, scripts, devDependencies } = needs
    return printed({
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      engines: { node: '>=20.19' },
      ...(workspaces.length > 0 && { workspaces }),
      scripts: scripts(''),
      devDependencies,
    })
  }
  const parsed = parseText(file, before.replace(/^\uFEFF/, ''))
  if (parsed.kind === 'faulty') return faulty('is not valid JSON')
  const { json } = parsed
  if (!isObject(json)) return faulty('is not an object')
  const { workspaces: declared = [], scripts = {}, devDependencies = {}, dependencies = {} } = json
  if (!isArray(declared)) return faulty('has `workspaces` that are not an array')
  if (!isObject(scripts) || !isObject(devDependencies) || !isObject(dependencies)) {
    return faulty('has `scripts` or dependencies that are not objects')
  }
  const compiler = textOf(devDependencies['typescript'] ?? dependencies['typescript'])
  if (isOlder(compiler)) {
    return faulty(`has typescript ${compiler}, but the packages are built with 5.8 or later`)
  }
  const missing = Object.entries(needs.devDependencies).filter(
    ([name]) => !Object.hasOwn(dependencies, name),
  )
  const own = withoutPlaceholder(scripts)
  const isTaken = Object.entries(needs.scripts('')).some(
    ([name, text]) => own[name] !== undefined && own[name] !== text,
  )
  const prefix = isTaken ? scriptPrefix : ''
  const workspaces = [...new Set([...declared, ...needs.workspaces])]
  return printed(
    {
      ...json,
      // npm supports workspaces only in private packages. If `private` is set, the user's value is kept.
      ...(json['private'] === undefined && { private: true }),
      ...(workspaces.length > 0 && { workspaces }),
      scripts: { ...needs.scripts(prefix), ...own },
      devDependencies: { ...Object.fromEntries(missing), ...devDependencies },
    },
    before,
    prefix,
  )
}

/** Whether the lowest version of a range is below 5.8. */
function isOlder(range: string): boolean {
  const [, major, minor = '0'] = /^[\^~>=v\s]*(\d+)(?:\.(\d+))?/.exec(range) ?? []
  return major !== undefined && Number(major) * 1000 + Number(minor) < 5008
}

function withoutPlaceholder(scripts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(scripts).filter(([name, text]) => name !== 'test' || text !== noTest),
  )
}

/** Formats package.json with its previous indentation and line ends, so that only added lines differ. */
function printed(json: Json, before = '', prefix = ''): ManifestText {
  const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? 2
  const text = withLineEndsOf(before, `${JSON.stringify(json, undefined, indent)}\n`)
  return { kind: 'text', text, prefix }
}

function faulty(what: string): ManifestText {
  const message = `The existing package.json ${what}.`
  return { kind: 'faulty', finding: { code: 'RL021', message, place: { file, pointer: '' } } }
}
