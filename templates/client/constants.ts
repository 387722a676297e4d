import type { Api, Json } from 'rpcloom/model'
import {
  constantOf,
  docText,
  documentsText,
  isObject,
  own,
  scalarLiteral,
  type SourceOutput,
} from 'rpcloom/codegen'

/**
 * Returns the module with the constants of the documents (`x-constants`). Returns no file if there are no
 * constants.
 */
export function constantsModule(api: Api): readonly SourceOutput[] {
  const constants = constantsOf(api)
  if (constants.length === 0) return []
  return [
    {
      kind: 'typescript',
      path: 'src/constants.ts',
      from: documentsText(api.groups.map(({ file }) => file)),
      imports: [],
      statements: constants.map(({ name, text, description }) =>
        constantOf({
          name,
          value: text === 'null' ? text : `${text} as const`,
          doc: docText(description === undefined ? {} : { description }),
        }),
      ),
    },
  ]
}

export function hasConstants(api: Api): boolean {
  return constantsOf(api).length > 0
}

interface Constant {
  readonly name: string
  readonly text: string
  readonly description: string | undefined
}

/**
 * Returns the constants that the documents declare and whose names are in upper case. If several documents
 * declare the same constant, the first declaration is used.
 */
function constantsOf(api: Api): readonly Constant[] {
  const found = new Map<string, Constant>()
  for (const { extensions } of api.groups) {
    const declared = extensions['x-constants']
    for (const [name, value] of Object.entries(isObject(declared) ? declared : {})) {
      const text = literalOf(own(value, 'value') ?? value)
      if (found.has(name) || text === undefined || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue
      const description = own(value, 'description')
      found.set(name, {
        name,
        text,
        description: typeof description === 'string' ? description : undefined,
      })
    }
  }
  return [...found.values()]
}

function literalOf(value: Json): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : scalarLiteral(value)
}
