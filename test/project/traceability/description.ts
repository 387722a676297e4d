import { brackets, names, quoted } from './names-in-prose.ts'

/** A statement of the service description that the documents must cover. */
export interface Point {
  readonly id: string
  readonly kind: Kind
}

/** Kinds of statements in tables and numbered lists of the description. */
export const derivedKinds = [
  'path',
  'route',
  'namespace',
  'method',
  'param',
  'optional-param',
  'result',
  'field',
  'state',
  'convention',
  'utxo-rule',
  'history-rule',
  'authentication',
  'event',
  'error',
  'limit',
  'versioning',
] as const

/**
 * `statement`: in a sentence. `open`: explicitly left open, outside of numbered lists.
 * `reference-method`: a method of the reference EVM client, which the description includes as a
 * whole.
 */
const kinds = [...derivedKinds, 'statement', 'open', 'reference-method'] as const
export type Kind = (typeof kinds)[number]

export function isKind(value: unknown): value is Kind {
  return kinds.some((kind) => kind === value)
}

export function pointsIn(description: string): readonly Point[] {
  const part = (heading: string): string => section(description, heading)
  return [
    ...paths(part('What the service does')),
    ...methods(part('Endpoints')),
    ...records(part('Resources and their fields')),
    ...states(part('States and transitions')),
    ...numbered(part('Wire conventions'), 'convention', 'Wire convention'),
    ...numbered(after(part('X-Chain, path'), 'Rules for'), 'utxo-rule', 'UTXO listing rule'),
    ...(part('X-Chain, path').includes('Rules for `xvm.getAddressTxs`')
      ? points('history-rule', ['Address history rule'])
      : []),
    ...numbered(part('Authentication'), 'authentication', 'Authentication'),
    ...(part('Events') === '' ? [] : points('event', ['Events'])),
    ...numbered(part('Errors'), 'error', 'Error'),
    ...rows(part('Limits'), 'Limit').map((_, index) => point('limit', `Limit ${index + 1}`)),
    ...numbered(part('Versioning'), 'versioning', 'Versioning point'),
  ]
}

/** Returns how many statements the description marks as not shown. */
export function countOfOpen(description: string): number {
  return description.match(/not shown/g)?.length ?? 0
}

function point(kind: Kind, id: string): Point {
  return { id, kind }
}

function points(kind: Kind, ids: readonly string[]): readonly Point[] {
  return ids.map((id) => point(kind, id))
}

function paths(overview: string): readonly Point[] {
  const cells = rows(overview, 'Group').map(([, cell = '']) => cell)
  return points('path', cells.flatMap(quoted).filter(startsWithSlash))
}

function startsWithSlash(name: string): boolean {
  return name.startsWith('/')
}

function methods(endpoints: string): readonly Point[] {
  const evm = section(endpoints, 'C-Chain EVM JSON-RPC')
  const namespaces = quoted(evm).filter((name) => /^[a-z0-9]+_$/.test(name))
  const routes = rows(endpoints, 'Path').flatMap(([cell = '']) => quoted(cell))
  return [
    ...points('namespace', namespaces),
    ...points(
      'route',
      routes.map((path) => `GET ${path}`),
    ),
    ...methodTables(endpoints).flatMap(({ header, row }) => {
      const name = row[0]?.replace(/ \(.*/, '') ?? ''
      const cell = (title: string): string => row[header.indexOf(title)] ?? ''
      const params = cell('Params')
      return [
        point('method', name),
        ...names(params).map((param) =>
          point(
            params.includes(`${param} (opt)`) ? 'optional-param' : 'param',
            `${name}(${param})`,
          ),
        ),
        ...names(cell('Result')).map((field) => point('result', `${name} → ${field}`)),
      ]
    }),
  ]
}

/** Returns the marks in parentheses after method names: `deprecated`, `keystore`, `node-local`. */
export function marksOf(description: string): ReadonlyMap<string, string> {
  return new Map(
    methodTables(section(description, 'Endpoints')).map(({ row }) => {
      const [, name = '', marks = ''] = /^(\S+)(?: \((.*)\))?/.exec(row[0] ?? '') ?? []
      return [name, marks]
    }),
  )
}

function methodTables(
  text: string,
): readonly { header: readonly string[]; row: readonly string[] }[] {
  return tables(text)
    .filter(({ header }) => header[0] === 'Method')
    .flatMap(({ header, body }) => body.map((row) => ({ header, row })))
}

/** Rows of field tables whose text names nested fields. */
const telling = ['initialState', 'credentials', 'output']

function records(resources: string): readonly Point[] {
  const sections = resources.split(/^### /m).slice(1)
  const found = sections.flatMap((text) => {
    const [heading = ''] = text.split('\n')
    const record = heading.replace(/ \(.*/, '')
    const body = text.slice(heading.length)
    if (record === 'Fee records') return lists(body)
    const inTables = tables(body)
      .filter(({ header }) => header[0] === 'Field')
      .flatMap(({ body: fields }, index) =>
        fields.flatMap((row) => fieldsOf(record, row, index === 0 ? '' : 'unsignedTx.', body)),
      )
    const prose = /^Delegator: .*/m.exec(body)?.[0] ?? ''
    return [
      ...(inTables.length > 0 ? inTables : fieldsInProse(record, body)),
      ...quoted(prose).map((name) => `Delegator: ${name}`),
    ]
  })
  return points('field', [...new Set(found)])
}

function fieldsOf(
  record: string,
  row: readonly string[],
  prefix: string,
  body: string,
): readonly string[] {
  return (row[0] ?? '').split(', ').flatMap((name) => {
    const prose = row.slice(1).join(' ')
    const inside = telling.includes(name) ? quoted(prose).filter(isName) : []
    const nested = [...inside, ...brackets(prose).flatMap(names)].flatMap((field) => {
      const bullet = body.split('\n').find((line) => line.startsWith(`- \`${field}\`:`)) ?? ''
      return [
        field,
        ...brackets(bullet)
          .flatMap(names)
          .map((deeper) => `${field}.${deeper}`),
      ]
    })
    return [name, ...nested.map((field) => `${name}.${field}`)].map(
      (field) => `${record}: ${prefix}${field}`,
    )
  })
}

/** Parses lines of the form `- Name: fields`, one record per line. */
function lists(body: string): readonly string[] {
  return [...body.matchAll(/^- ([^:\n]+): (.*)$/gm)].flatMap(([, record = '', text = '']) =>
    quoted(text).map((field) => `${record}: ${field}`),
  )
}

function fieldsInProse(record: string, body: string): readonly string[] {
  const grouped = brackets(body).flatMap(names)
  const fields = grouped.length > 0 ? grouped : quoted(body).filter(isName)
  return fields.map((field) => `${record}: ${field}`)
}

/** Whether quoted text is the name of a member, not a value of `encoding`. */
function isName(text: string): boolean {
  return /^[A-Za-z]\w*$/.test(text) && !['hex', 'json'].includes(text)
}

function states(text: string): readonly Point[] {
  return text
    .split(/^\*\*/m)
    .slice(1)
    .flatMap((part) => {
      const [name = ''] = part.split('**')
      return rows(part, 'State').map(([state = '']) => point('state', `${name}: ${state}`))
    })
}

function numbered(text: string, kind: Kind, name: string): readonly Point[] {
  return [...text.matchAll(/^(\d+)\. /gm)].map(([, number = '']) =>
    point(kind, `${name} ${number}`),
  )
}

/** Returns the text from `start` to the end. */
function after(text: string, start: string): string {
  const index = text.indexOf(start)
  return index < 0 ? '' : text.slice(index)
}

/** Returns the section whose heading starts with `heading`, including subsections. */
function section(text: string, heading: string): string {
  const lines = text.split('\n')
  const level = (line: string): number => /^#+(?= )/.exec(line)?.[0].length ?? Infinity
  const start = lines.findIndex(
    (line) => level(line) < Infinity && line.replace(/^#+ /, '').startsWith(heading),
  )
  if (start < 0) return ''
  const own = level(lines[start] ?? '')
  const length = lines.slice(start + 1).findIndex((line) => level(line) <= own)
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n')
}

/** Returns deprecated methods with their releases. */
export function deprecationsIn(description: string): ReadonlyMap<string, string> {
  const clauses = section(description, 'Versioning').split(/[;:] /)
  return new Map(
    clauses.flatMap((clause) => {
      const version = /deprecated as of (v[\d.]*\d)/.exec(clause)?.[1]
      const names = quoted(clause).filter((name) => /^\w+\.\w+$/.test(name))
      return version === undefined ? [] : names.map((name): [string, string] => [name, version])
    }),
  )
}

interface Table {
  readonly header: readonly string[]
  readonly body: readonly (readonly string[])[]
}

function tables(text: string): readonly Table[] {
  return [...text.matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) => {
    const [header = [], , ...body] = table.trimEnd().split('\n').map(cells)
    return { header, body }
  })
}

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Returns the rows of all tables whose first column has a title. */
function rows(text: string, title: string): readonly (readonly string[])[] {
  return tables(text).flatMap(({ header, body }) => (header[0] === title ? body : []))
}
