import Handlebars from 'handlebars'

/** An error in a template with its line and column, both counted from 1. */
export interface TemplateFault {
  readonly message: string
  readonly line: number
  readonly column: number
}

/** The error for a template that uses an undefined name or cannot be parsed. */
export class TemplateError extends Error {
  /** The undefined name; absent for a syntax error. */
  readonly missing: string | undefined
  readonly line: number
  readonly column: number
  constructor(error: unknown) {
    const text = error instanceof Error ? error.message : String(error)
    super(text.replace(/ - \d+:\d+$/, ''), { cause: error })
    this.name = 'TemplateError'
    this.missing = /^"(.*)" not defined in /.exec(text)?.[1]
    this.line = memberOf(error, 'lineNumber') ?? 1
    this.column = (memberOf(error, 'column') ?? 0) + 1
  }
}

/**
 * Whether an error is a template error. `instanceof` is not used, because another copy of this module may have
 * thrown the error.
 */
export function isTemplateError(error: unknown): error is TemplateError {
  return error instanceof Error && error.name === 'TemplateError' && 'missing' in error
}

function memberOf(error: unknown, name: 'lineNumber' | 'column'): number | undefined {
  if (!(error instanceof Error) || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'number' ? value : undefined
}

/** Finds errors in templates without rendering them: syntax errors, unknown helpers and unknown partials. */
export function templateFaults(
  text: string,
  partials: ReadonlySet<string>,
): readonly TemplateFault[] {
  try {
    Handlebars.precompile(text, { strict: true, knownHelpersOnly: true })
  } catch (error) {
    return [faultOf(error, text)]
  }
  const faults: TemplateFault[] = []
  visit(Handlebars.parse(text), (node) => {
    if (node.type !== 'PartialStatement' && node.type !== 'PartialBlockStatement') return
    const name = pathNameOf(node)
    if (name === undefined || partials.has(name)) return
    const { line, column } = node.loc.start
    faults.push({
      message: `Unknown template \`${name}\` to include`,
      line,
      column: column + 1,
    })
  })
  return faults
}

/**
 * Whether a template reads a name at a position. Handlebars reports only the name and the position of an
 * undefined value.
 */
export function readsAt(text: string, { line, column, missing }: TemplateError): boolean {
  let found = false
  visit(Handlebars.parse(text), (node) => {
    const { start } = node.loc
    const isHere = start.line === line && start.column + 1 === column
    if (
      isHere &&
      node.type === 'PathExpression' &&
      isPath(node) &&
      node.parts.includes(missing ?? '')
    )
      found = true
  })
  return found
}

function faultOf(error: unknown, text: string): TemplateFault {
  const { message, line, column } = new TemplateError(error)
  const [head = '', context = '', arrow = '', ...rest] = message.split('\n')
  const reportedLine = /^Parse error on line (\d+)/.exec(head)?.[1]
  if (reportedLine === undefined) return { message, line, column }
  const expected = rest.join(' ').replace(/^Expecting .*, got /, 'Unexpected ')
  const at = Number(reportedLine)
  return {
    message: expected,
    line: at,
    column: columnOf(text.split('\n')[at - 1] ?? '', context, arrow),
  }
}

/**
 * Returns the column of a syntax error. The error message shows the last characters before the error, without
 * line breaks, above an arrow.
 */
function columnOf(line: string, context: string, arrow: string): number {
  const read = context.slice(0, arrow.indexOf('^')).replace(/^\.\.\./, '')
  for (let end = line.length; end > 0; end--) {
    if (read.endsWith(line.slice(Math.max(0, end - read.length), end))) return end + 1
  }
  return 1
}

function visit(node: hbs.AST.Node, see: (node: hbs.AST.Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isNode(child)) visit(child, see)
    }
  }
}

function isNode(value: unknown): value is hbs.AST.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value
}

function isPath(node: hbs.AST.Node): node is hbs.AST.PathExpression {
  return 'parts' in node
}

function pathNameOf(node: hbs.AST.Node): string | undefined {
  const name: unknown = Reflect.get(node, 'name')
  return isNode(name) && isPath(name) ? name.original : undefined
}
