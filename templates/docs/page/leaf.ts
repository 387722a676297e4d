import type { TypeId } from 'rpcloom/model'

/** A page of the site, by its path without extension, and perhaps a place on it. */
export interface Target {
  readonly page: string
  readonly fragment?: string
}

/**
 * A part of a page whose text differs between HTML and markdown. All other text of a page is plain,
 * and escaped where it is printed.
 */
export type Leaf =
  | { readonly leaf: 'prose'; readonly text: string }
  | { readonly leaf: 'note'; readonly text: string }
  | { readonly leaf: 'code'; readonly text: string }
  | { readonly leaf: 'name'; readonly text: string; readonly prefix?: string }
  | {
      readonly leaf: 'block'
      readonly language: Language
      readonly text: string
      /** Where names in it lead. */
      readonly names?: readonly NamedLink[]
    }
  | { readonly leaf: 'type'; readonly parts: readonly TypePart[] }
  | { readonly leaf: 'link'; readonly to: Target; readonly text: string; readonly mono: boolean }
  | { readonly leaf: 'address'; readonly to: Target }
  | { readonly leaf: 'file'; readonly path: string }
  | { readonly leaf: 'download'; readonly path: string; readonly text: string }

/** `types` is TypeScript that is no program. */
export type Language = 'json' | 'shell' | 'typescript' | 'types' | 'python' | 'go'

/** A piece of a type as a reader sees it: text, or the name of a schema. */
export type TypePart = string | { readonly name: string; readonly to: Target; readonly id: TypeId }

/** Paragraphs in markdown, as a document has them. */
export function prose(text: string): Leaf {
  return { leaf: 'prose', text }
}

/** Paragraphs where there is room, one line where there is not (list items of the markdown twin). */
export function note(text: string): Leaf {
  return { leaf: 'note', text }
}

/** A word or so of code inside a line. */
export function code(text: string): Leaf {
  return { leaf: 'code', text }
}

/** A name of the wire as a heading, which may break between its words. */
export function wireName(text: string): Leaf {
  return { leaf: 'name', text }
}

/** The name of a method as a heading: its namespace before the word that tells it from others. */
export function methodName(text: string, prefix: string): Leaf {
  return { leaf: 'name', text, ...(prefix !== '' && { prefix }) }
}

/** A name in code that leads somewhere; to a place on the page itself where it names no page. */
export interface NamedLink {
  readonly name: string
  readonly to: Target
}

/** Types and signatures with links behind their names. */
export function typesBlock(text: string, names: readonly NamedLink[]): Leaf {
  return { leaf: 'block', language: 'types', text, names }
}

/** Lines of code. */
export function block(language: Language, text: string): Leaf {
  return { leaf: 'block', language, text }
}

/** A link with plain text. */
export function link(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: false }
}

/** A link whose text is a name of the wire. */
export function codeLink(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: true }
}

/** The address of a page, for an attribute. */
export function address(to: Target): Leaf {
  return { leaf: 'address', to }
}

/** The address of a file of the site that is no page. */
export function fileAddress(path: string): Leaf {
  return { leaf: 'file', path }
}
