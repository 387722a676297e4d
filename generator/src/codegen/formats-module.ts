import type { Api } from '../model/types.ts'
import { quoteString } from './quote.ts'
import { formatsPath } from './scope.ts'
import { banner } from './banner.ts'
import type { OutputFile } from './target.ts'

/**
 * Returns the module of custom formats for the types package: a copy of the user's file, or a re-export of
 * the user's package.
 */
export function formatsModule({ formats }: Api): readonly OutputFile[] {
  if (formats === undefined) return []
  if (formats.kind === 'package') {
    const from = quoteString(formats.specifier)
    const statements = [`export * from ${from}`]
    return [
      { kind: 'typescript', path: formatsPath, from: formats.specifier, imports: [], statements },
    ]
  }
  const text = `${banner(formats.path)}\n\n${formats.text}`
  return [{ kind: 'text', path: formatsPath, text, format: 'typescript' }]
}

export function formatTypeExports({ formats }: Api, types: string): readonly string[] {
  const names = formats?.exportedTypes ?? []
  if (names.length === 0) return []
  return [`export type { ${names.join(', ')} } from ${quoteString(`${types}/formats`)}`]
}

export function formatsDependencies({ formats }: Api): Readonly<Record<string, string>> {
  return formats?.kind === 'package' ? { [formats.name]: formats.version } : {}
}
