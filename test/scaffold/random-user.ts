import type { Random } from './random-document.ts'

/** A file edited by a user, with strings that must be kept. */
export interface UserFile {
  readonly text: string
  /** Unique strings of the user, in file order. */
  readonly islands: readonly string[]
}

/** One member of a newly scaffolded class: its comment, signature and body. */
const memberPattern =
  /((?: {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)( {2}async (\w+)\([^{]*\{\n)( {4}throw [^\n]*\n)( {2}\}\n)/g

interface Block {
  doc: string
  head: string
  readonly name: string
  body: string
  tail: string
  before: string
  after: string
}

/** Edits a scaffolded class like users do. */
export function editAsUser(text: string, random: Random, tag: string): UserFile {
  const first = text.search(memberPattern)
  if (first < 0) return { text, islands: [] }
  let head = text.slice(0, first)
  const blocks = [...text.matchAll(memberPattern)].map(
    ([, doc = '', signature = '', name = '', body = '', tail = '']): Block => ({
      doc,
      head: signature,
      name,
      body,
      tail,
      before: '',
      after: '',
    }),
  )
  let count = 0
  let decorated = false
  const mark = (): string => `user_${tag}_${count++}_`
  for (const block of blocks) {
    for (const edit of random.some(blockEdits)) {
      decorated ||= edit === decorate
      edit(block, mark)
    }
  }
  if (random.chance(0.3)) blocks.sort(() => random.next() - 0.5)
  if (random.chance(0.25)) {
    head = head.replace(/(class \w+ )/, `$1extends Base${tag} `)
    head = head.replace(/(?=\/\*\*|export class)/, `class Base${tag} { own${mark()} = 1 }\n\n`)
  }
  const joined = blocks.map(({ doc, head: signature, body, tail, before, after }) =>
    [before, doc, signature, body, tail, after].join(''),
  )
  let result = `${head}${joined.join('\n')}}\n`
  if (decorated) result += once
  if (random.chance(0.3)) result += `\n// the end ${mark()}\n`
  if (random.chance(0.25))
    result = result.replaceAll(/^( {2})+/gm, (at) => '\t'.repeat(at.length / 2))
  if (random.chance(0.25)) result = result.replaceAll('\n', '\r\n')
  if (random.chance(0.15)) result = `\ufeff${result}`
  return { text: result, islands: islandsOf(result, tag) }
}

/** Returns whole lines if the user's marks are in bodies, otherwise only the marks. */
export function islandsOf(text: string, tag: string): readonly string[] {
  return [
    ...text.matchAll(
      new RegExp(
        String.raw`/\* begin user_${tag}_\d+_ \*/[\s\S]*?/\* end \*/|user_${tag}_\d+_`,
        'g',
      ),
    ),
  ].map(([island]) => island)
}

type BlockEdit = (block: Block, mark: () => string) => void

const fill: BlockEdit = (block, mark) => {
  block.body = `    /* begin ${mark()} */\n      const  odd =   [ctx,\n  1 ];  void odd // {{{\n    return undefined as never /* end */\n`
}
const use: BlockEdit = (block, mark) => {
  block.body = `    /* begin ${mark()} */ return (params as { id: string }).id.length as never /* end */\n`
}
const misfit: BlockEdit = (block, mark) => {
  block.body = `    /* begin ${mark()} */ const id: string = params.id; return id as never /* end */\n`
}
const rename: BlockEdit = (block, mark) => {
  if (block.body.includes('params')) return
  block.head = block.head.replace('params:', `${mark()}:`)
}
const comment: BlockEdit = (block, mark) => {
  block.before += `  // a section: ${mark()}\n\n  /* and ${mark()} */\n`
}
const trail: BlockEdit = (block, mark) => {
  block.tail = block.tail.replace('}\n', `} // ${mark()}\n`)
}
const add: BlockEdit = (block, mark) => {
  block.after += `\n  readonly #${mark()} = 'a { b'\n\n  peek${mark()}(): unknown { return this }\n`
}
const describe: BlockEdit = (block, mark) => {
  block.doc = block.doc.replace('About', `My own ${mark()} about`)
}
const decorate: BlockEdit = (block) => {
  if (!/@once|= async/.test(block.head)) block.head = `  @once\n${block.head}`
}
const open: BlockEdit = (block) => {
  if (!/public|= async|<T>/.test(block.head))
    block.head = block.head.replace('async', 'public async')
}
const generic: BlockEdit = (block) => {
  if (/= async|<T/.test(block.head)) return
  block.head = block.head.replace(`${block.name}(`, `${block.name}<T = 1>(`)
}
const arrow: BlockEdit = (block) => {
  if (/@once|public|<T/.test(block.head)) return
  block.head = block.head
    .replace(`async ${block.name}(`, `readonly ${block.name} = async (`)
    .replace(/\{\n$/, '=> {\n')
}
const inline: BlockEdit = (block, mark) => {
  block.head = block.head.replace('ctx: Context', `ctx: Context /* ${mark()} */`)
}

const blockEdits: readonly BlockEdit[] = [
  fill,
  use,
  misfit,
  rename,
  comment,
  trail,
  add,
  describe,
  decorate,
  open,
  generic,
  arrow,
  inline,
]

const once = `
function once<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
  _: unknown,
): (this: This, ...args: Args) => Result {
  return method
}
`
