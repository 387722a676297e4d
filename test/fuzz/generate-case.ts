import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { targets } from '@rpcloom/templates'
import { generate } from 'rpcloom/run'
import { root } from '../corpus/folder.ts'

/** The result of a run on a document. */
export interface CaseOutcome {
  readonly status: string
  /** Codes of the errors. */
  readonly errors: readonly string[]
  /** Violations of rules that every run must observe. */
  readonly faults: readonly string[]
  /** Contents of the written files, by path in the output folder. */
  readonly output: ReadonlyMap<string, string>
}

/** The used members of the compiler's interface. */
interface Parser {
  createSourceFile(
    path: string,
    text: string,
    target: number,
  ): { readonly parseDiagnostics: readonly { readonly messageText: unknown }[] }
}

const typescript: Parser = createRequire(join(root, 'test/compilers/package.json'))('typescript')
const entry = fileURLToPath(import.meta.resolve('@rpcloom/templates'))

/**
 * Generates `<home>/project/<file>` into `<home>/project/out` and inspects everything below `home`.
 * A new file outside of the output folder is an error.
 */
export async function generateCase(
  home: string,
  file: string,
  allowUnresolved = false,
): Promise<CaseOutcome> {
  const before = new Set(filesBelow(home))
  const project = {
    root: join(home, 'project'),
    config: {
      inputs: [file],
      out: 'out',
      scope: '@fuzz',
      version: '1.0.0',
      targets: Object.fromEntries(
        targets.map(({ name }) => [name, { packageName: `@fuzz/${name}`, options: {} }]),
      ),
      format: false,
      allowUnresolved,
      overlays: [],
      allowRemote: false,
      allowOutside: false,
      hexQuantities: 'bigint' as const,
    },
    targets,
    targetsCode: { entry, folder: dirname(dirname(entry)) },
  }
  try {
    const { status, diagnostics } = await generate(project, { mode: 'write', force: true })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const { output, outside } = written(home, before)
    return {
      status,
      errors: errors.map(({ code }) => code),
      faults: [
        ...outside.map((path) => `writes ${path}`),
        ...(status === 'written' || (status === 'failed' && errors.length > 0)
          ? []
          : [`ends as ${status} without a diagnostic`]),
        ...diagnostics
          .filter(({ line, column, message }) => line < 1 || column < 1 || message === '')
          .map(({ code }) => `${code} without a place`),
        ...[...output].flatMap(([path, text]) => syntaxFaults(path, text)),
      ],
      output,
    }
  } catch (error) {
    const crash = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { status: 'crash', errors: [], faults: [crash.slice(0, 1500)], output: new Map() }
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
}

function written(
  home: string,
  before: ReadonlySet<string>,
): { readonly output: ReadonlyMap<string, string>; readonly outside: readonly string[] } {
  const fresh = filesBelow(home).filter((path) => !before.has(path))
  const prefix = join('project', 'out', '/')
  return {
    output: new Map(
      fresh
        .filter((path) => path.startsWith(prefix))
        .map((path) => [path.slice(prefix.length), readFileSync(join(home, path), 'utf8')]),
    ),
    outside: fresh.filter((path) => !path.startsWith(prefix)),
  }
}

/** Texts that parse. The docs of each case contain the same scripts. */
const parsed = new Set<string>()

function syntaxFaults(path: string, text: string): readonly string[] {
  if (path.endsWith('.json')) {
    try {
      JSON.parse(text)
      return []
    } catch (error) {
      return [`${path} is no JSON: ${String(error)}`]
    }
  }
  if (!/\.m?[jt]s$/.test(path) || parsed.has(text)) return []
  const { parseDiagnostics } = typescript.createSourceFile(path, text, 99)
  if (parseDiagnostics.length === 0) parsed.add(text)
  return parseDiagnostics.map(
    ({ messageText }) => `${path} does not parse: ${JSON.stringify(messageText)}`,
  )
}
