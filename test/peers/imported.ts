import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const examples = join(import.meta.dirname, '../../examples/protocols')

/** A document as an importer prints it. */
export interface Imported {
  readonly methods: readonly {
    readonly name: string
    readonly 'x-implemented-by': readonly string[]
    readonly result?: object
  }[]
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs an importer of the examples with the contents of its files. */
export function runImporter(name: string, ...contents: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), 'rpcloom-importer-'))
  try {
    const files = contents.map((content, index) => {
      const file = join(folder, `${index}.json`)
      writeFileSync(file, content)
      return file
    })
    const options = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const
    return spawnSync(process.execPath, [join(examples, `${name}.mjs`), ...files], options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the document that an importer makes of a protocol's own schema. */
export function imported(name: string, schema: unknown): Imported {
  const { status, stdout, stderr } = runImporter(name, JSON.stringify(schema))
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Imported
}
