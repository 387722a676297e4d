import type { TypeId } from 'rpcloom/model'

/** A page of the site, given by its path without extension, and optionally a fragment of it. */
export interface Target {
  readonly page: string
  readonly fragment?: string
}

/**
 * A part of a page that HTML and Markdown print differently. All other text of a page is plain and is escaped
 * when printed.
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
      /** Links of the names in the code. */
      readonly names?: readonly NamedLink[]
    }
  | { readonly leaf: 'type'; readonly parts: readonly TypePart[] }
  | { readonly leaf: 'link'; readonly to: Target; readonly text: string; readonly mono: boolean }
  | { readonly leaf: 'address'; readonly to: Target }
  | { readonly leaf: 'file'; readonly path: string }
  | { readonly leaf: 'download'; readonly path: string; readonly text: string }

/** `types`: TypeScript types or signatures that are not a complete program. */
export type Language = 'json' | 'shell' | 'typescript' | 'types' | 'python' | 'go'

/** A piece of a type label: text, or the linked name of a schema. */
export type TypePart = string | { readonly name: string; readonly to: Target; readonly id: TypeId }

/** Markdown paragraphs from a document. */
export function prose(text: string): Leaf {
  return { leaf: 'prose', text }
}

/** Paragraphs in HTML, but a single line in the list items of Markdown pages. */
export function note(text: string): Leaf {
  return { leaf: 'note', text }
}

/** A code span. */
export function code(text: string): Leaf {
  return { leaf: 'code', text }
}

/** A method or schema name as a heading, with line break opportunities between its words. */
export function nameHeading(text: string): Leaf {
  return { leaf: 'name', text }
}

/** A method name as a heading, in which the namespace is set apart. */
export function methodName(text: string, prefix: string): Leaf {
  return { leaf: 'name', text, ...(prefix !== '' && { prefix }) }
}

/** A name in code that is linked. Without a page, the link leads to a fragment of the current page. */
export interface NamedLink {
  readonly name: string
  readonly to: Target
}

/** Types and signatures with linked names. */
export function typesBlock(text: string, names: readonly NamedLink[]): Leaf {
  return { leaf: 'block', language: 'types', text, names }
}

/** A code block. */
export function block(language: Language, text: string): Leaf {
  return { leaf: 'block', language, text }
}

/** A link with plain text. */
export function link(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: false }
}

/** A link whose text is a code span. */
export function codeLink(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: true }
}

/** The address of a page, for an attribute. */
export function address(to: Target): Leaf {
  return { leaf: 'address', to }
}

/** The address of a file of the site other than a page. */
export function fileAddress(path: string): Leaf {
  return { leaf: 'file', path }
}
