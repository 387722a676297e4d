import { jsonText, own } from 'rpcloom/codegen'
import type { Method, NamedType } from 'rpcloom/model'
import { code, codeLink, jsonBlock, type Leaf, link, note, prose } from '../page/leaf.ts'
import type { Page } from '../page/page.ts'
import { fixedPages } from './addresses.ts'
import type { SiteContext } from './context.ts'
import { type GuideSection, guidePage, tableSection, textSection } from './guide-page.ts'
import { primitivesOf } from './primitives-page.ts'
import { span } from './requirements.ts'
import { requestOf } from './samples/call.ts'
import { textMember } from './schema-member.ts'
import { sentForm } from './sent-form.ts'
import { declaresBatches } from './declared.ts'
import { summaryOf } from './summary.ts'

export function conventionsPage(context: SiteContext): Page | undefined {
  return guidePage(context, {
    path: fixedPages.conventions,
    title: 'Conventions',
    description: 'How requests, responses and values look',
    sections: [
      requestSection(context),
      responseSection(context),
      paramsSection(context),
      numbersSection(context),
      encodingsSection(context),
      variablesSection(context),
      batchSection(context),
    ],
  })
}

function requestSection({ api, implemented }: SiteContext): GuideSection | undefined {
  const called = api.groups.filter(({ key }) => !implemented.has(key))
  const members = called.flatMap((group) => group.methods.map((method) => ({ group, method })))
  const member = members.find(({ method }) => {
    const size = jsonText(method.examples[0]?.params ?? {}).length
    return method.effect === 'read' && size > 10 && size < 60
  })
  const [example] = member?.method.examples ?? []
  if (member === undefined || example === undefined) return undefined
  return textSection({
    id: 'requests',
    title: 'Requests',
    about: prose(
      'Every call is a POST of a JSON-RPC 2.0 request with `content-type: application/json`. The `id` is any string or number, and the response repeats it. A request without `id` is a notification and gets no response.',
    ),
    sample: jsonBlock(requestOf({ ...member, params: example })),
  })
}

function responseSection({ catalogue }: SiteContext): GuideSection {
  const hasReasons = catalogue.errors.some(({ error }) => error.reason !== undefined)
  const apart = hasReasons ? ', and, if several errors share a code, by `data.reason`' : ''
  return textSection({
    id: 'answers',
    title: 'Responses',
    about: prose(
      `A response has either \`result\` or \`error\`, never both. Identify errors by \`code\`${apart}, not by \`message\`.`,
    ),
    sample: jsonBlock({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_602, message: 'Invalid params' },
    }),
  })
}

function paramsSection({ api, addresses }: SiteContext): GuideSection | undefined {
  return tableSection({
    id: 'params',
    title: 'Params',
    about: prose(
      'By name: an object without the optional members that you omit. By position: an array in the order of the method’s table; optional params at the end may be omitted. A request to a method without params needs no `params`.',
    ),
    head: ['Group', 'Params'],
    rows: api.groups.flatMap((group) => {
      const taking = group.methods.filter(({ params }) => params.length > 0)
      if (taking.length === 0) return []
      const [only, ...others] = new Set(taking.map(({ paramStructure }) => paramStructure))
      const text =
        only === undefined || others.length > 0 ? 'depends on the method' : structures[only]
      return [[link(addresses.group(group), group.title), note(text)]]
    }),
  })
}

const structures: Readonly<Record<Method['paramStructure'], string>> = {
  'by-name': 'by name',
  'by-position': 'by position',
  either: 'by name or by position',
  whole: 'one value',
}

function numbersSection(context: SiteContext): GuideSection | undefined {
  const rows = primitivesOf(context).flatMap((named) =>
    named.type.kind === 'numeric'
      ? [[nameLink(context, named), note(sentForm(named.type)), exampleCell(named), about(named)]]
      : [],
  )
  return tableSection({
    id: 'numbers',
    title: 'Numbers',
    about: prose(
      'Many JSON parsers round integers above 2^53. Send large integers in the form of their type, and do not parse them as floating-point numbers.',
    ),
    head: ['Type', 'Written as', 'Example', 'Meaning'],
    rows,
  })
}

function encodingsSection(context: SiteContext): GuideSection | undefined {
  const rows = primitivesOf(context).flatMap((named) => {
    const format = textMember(named.schema.json, 'format')
    if (named.type.kind !== 'string' || format === undefined) return []
    return [[nameLink(context, named), code(format), exampleCell(named), about(named)]]
  })
  return tableSection({
    id: 'encodings',
    title: 'Encodings',
    about: prose('String forms of identifiers, addresses, bytes and times.'),
    head: ['Type', 'Format', 'Example', 'Meaning'],
    rows,
  })
}

function nameLink({ addresses }: SiteContext, named: NamedType): Leaf {
  return codeLink(addresses.type(named.id) ?? { page: fixedPages.primitives }, named.name)
}

function about(named: NamedType): Leaf {
  return note(summaryOf(named.doc) ?? '')
}

function exampleCell({ schema }: NamedType): Leaf {
  const examples = own(schema.json, 'examples')
  const [first] = Array.isArray(examples) ? examples : []
  const text = first === undefined ? '' : jsonText(first)
  return text === '' || text.length > 60 ? note('') : code(text)
}

function variablesSection({ api, addresses }: SiteContext): GuideSection | undefined {
  return tableSection({
    id: 'path-variables',
    title: 'Path variables',
    about: prose(
      'Some groups have variables in their path. Use other values in the path to call the same methods there.',
    ),
    head: ['Group', 'Default path', 'Path with variables'],
    rows: api.groups.flatMap((group) => {
      const { path, at } = group.route
      if (at === undefined) return []
      return [[link(addresses.group(group), group.title), code(path), code(at)]]
    }),
  })
}

function batchSection(context: SiteContext): GuideSection | undefined {
  const { api, addresses } = context
  return tableSection({
    id: 'batches',
    title: 'Batches',
    about: prose(
      'A batch is an array of requests in one POST. The responses are one array, in any order: match them by `id`. All requests of a batch have the same path.',
    ),
    head: ['Group', 'Path', 'Batches'],
    rows: api.groups
      .filter((group) => declaresBatches(context, group))
      .map((group) => {
        const { allowed, maxPublic } = group.route.batch
        const most = maxPublic === undefined ? '' : `; at most ${maxPublic} calls on public servers`
        const text = allowed ? `accepted${most}` : 'not accepted'
        return [link(addresses.group(group), group.title), note(span(group.route.path)), note(text)]
      }),
  })
}
