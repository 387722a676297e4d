import {
  type Doc,
  type Fill,
  type Group,
  type IfBreak,
  type IndentIfBreak,
  isList,
  type Line,
} from './doc.ts'

interface Command {
  readonly indent: number
  readonly isFlat: boolean
  readonly doc: Doc
}

/** Prints a document with lines of at most `width` characters where possible. */
export function printDoc(doc: Doc, width: number): string {
  return new Printer(width).print(doc)
}

class Printer {
  readonly #width: number
  readonly #text: string[] = []
  readonly #commands: Command[] = []
  /** Whether a group was printed on one line, by the `id` of the group. */
  readonly #isFlat = new Map<object, boolean>()
  #column = 0
  /** Whether a line broke inside a flat group. If so, the following groups must be measured again. */
  #isStale = false

  constructor(width: number) {
    this.#width = width
  }

  print(doc: Doc): string {
    this.#commands.push({ indent: 0, isFlat: false, doc })
    for (let next = this.#commands.pop(); next !== undefined; next = this.#commands.pop()) {
      this.#step(next)
    }
    return this.#text.join('')
  }

  #step(command: Command): void {
    const { doc, isFlat } = command
    if (typeof doc === 'string') {
      this.#text.push(doc)
      this.#column += doc.length
      return
    }
    if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index--) this.#push(command, doc[index] ?? '')
      return
    }
    switch (doc.doc) {
      case 'group':
        return this.#group(command, doc)
      case 'indent':
        return this.#push({ ...command, indent: command.indent + 2 }, doc.contents)
      case 'line':
        if (isFlat && doc.kind !== 'hard') {
          if (doc.kind === 'line') this.#step({ ...command, doc: ' ' })
          return
        }
        this.#isStale ||= isFlat
        return this.#endLine(command.indent)
      case 'if-break':
        return this.#push(command, this.#isFlatAt(doc, isFlat) ? doc.flat : doc.broken)
      case 'indent-if-break':
        return this.#indentIfBreak(command, doc)
      case 'fill':
        return this.#fill(command, doc, 0)
      default:
        return doc satisfies never
    }
  }

  #push({ indent, isFlat }: Omit<Command, 'doc'>, doc: Doc): void {
    this.#commands.push({ indent, isFlat, doc })
  }

  #isFlatAt({ id }: IfBreak, isFlat: boolean): boolean {
    return id === undefined ? isFlat : (this.#isFlat.get(id) ?? true)
  }

  #indentIfBreak(command: Command, doc: IndentIfBreak): void {
    const isBroken = this.#isFlat.get(doc.id) === false
    this.#push({ ...command, indent: command.indent + (isBroken ? 2 : 0) }, doc.contents)
  }

  #endLine(indent: number): void {
    const last = this.#text.pop()
    if (last !== undefined) this.#text.push(withoutTrailingSpaces(last))
    this.#text.push('\n', ' '.repeat(indent))
    this.#column = indent
  }

  #group(command: Command, doc: Group): void {
    const isFlat = this.#choose(command, doc)
    if (doc.id !== undefined) this.#isFlat.set(doc.id, isFlat)
  }

  #choose(command: Command, doc: Group): boolean {
    if (command.isFlat && !this.#isStale) {
      const contents = doc.isBroken && doc.states ? (doc.states.at(-1) ?? '') : doc.contents
      this.#push({ ...command, isFlat: !doc.isBroken }, contents)
      return !doc.isBroken
    }
    this.#isStale = false
    const { indent } = command
    const flat = { indent, isFlat: true }
    if (!doc.isBroken && this.#fits({ ...flat, doc: doc.contents })) {
      this.#push(flat, doc.contents)
      return true
    }
    for (const state of doc.isBroken ? [] : (doc.states?.slice(1, -1) ?? [])) {
      if (!this.#fits({ ...flat, doc: state })) continue
      this.#push(flat, state)
      return true
    }
    // The last state, like all states, is first tried flat.
    const last = doc.states?.at(-1) ?? doc.contents
    if (doc.states !== undefined && !doc.isBroken && this.#fits({ ...flat, doc: last })) {
      this.#push(flat, last)
      return true
    }
    this.#push({ indent, isFlat: false }, last)
    return false
  }

  /**
   * Whether a document fits on the rest of the line, including the text after the document up to the next
   * possible line break.
   */
  #fits({ doc: first, isFlat: isFirstFlat }: Command): boolean {
    let left = this.#width - this.#column
    let rest = this.#commands.length
    let hasSpace = false
    const docs: Doc[] = [first]
    const flats: boolean[] = [isFirstFlat]
    while (left >= 0) {
      let doc = docs.pop()
      let isFlat = flats.pop() ?? false
      if (doc === undefined) {
        const command = this.#commands[--rest]
        if (command === undefined) return true
        ;({ doc, isFlat } = command)
      }
      if (typeof doc === 'string') {
        if (doc === '') continue
        left -= doc.length + (hasSpace ? 1 : 0)
        hasSpace = false
        continue
      }
      if (isList(doc)) {
        for (let index = doc.length - 1; index >= 0; index--) {
          docs.push(doc[index] ?? '')
          flats.push(isFlat)
        }
        continue
      }
      if (doc.doc === 'line') {
        if (!isFlat || doc.kind === 'hard') return true
        hasSpace ||= doc.kind === 'line'
        continue
      }
      isFlat &&= doc.doc !== 'group' || !doc.isBroken
      const isFlatInside = doc.doc === 'if-break' ? this.#isFlatAt(doc, isFlat) : isFlat
      docs.push(insideOf(doc, isFlatInside))
      flats.push(isFlat)
    }
    return false
  }

  #fill(command: Command, { parts }: Fill, from: number): void {
    const [item, space, next] = parts.slice(from, from + 3)
    if (item === undefined) return
    const { indent } = command
    const fits = this.#fitsAlone({ indent, isFlat: true, doc: item })
    if (space !== undefined && next !== undefined) {
      const isBoth = this.#fitsAlone({ indent, isFlat: true, doc: [item, space, next] })
      this.#commands.push({
        indent,
        isFlat: command.isFlat,
        doc: { doc: 'fill', parts: parts.slice(from + 2) },
      })
      this.#commands.push({ indent, isFlat: isBoth, doc: space })
    }
    this.#commands.push({ indent, isFlat: fits, doc: item })
  }

  #fitsAlone(command: Command): boolean {
    const waiting = this.#commands.splice(0)
    const fits = this.#fits(command)
    this.#commands.push(...waiting)
    return fits
  }
}

/** Returns the contents that are printed for a document when it is flat or broken. */
function insideOf(doc: Exclude<Doc, string | readonly Doc[] | Line>, isFlat: boolean): Doc {
  switch (doc.doc) {
    case 'group':
      return isFlat ? doc.contents : (doc.states?.at(-1) ?? doc.contents)
    case 'if-break':
      return isFlat ? doc.flat : doc.broken
    case 'fill':
      return doc.parts
    case 'indent':
    case 'indent-if-break':
      return doc.contents
    default:
      return doc satisfies never
  }
}

/** A regular expression would take quadratic time for long runs of spaces inside of the text. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}
