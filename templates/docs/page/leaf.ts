import type { TypeId } from 'rpcloom/model'
import { sampleJson } from '../try-it/call/sample-text.ts'

/** A link target: a page, given by its path without extension, and optionally a fragment. */
export interface Target {
  readonly page: string
  readonly fragment?: string
}

/**
 * A value that HTML and Markdown print differently. All other strings of a page are plain text and
 * are escaped when printed.
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
      readonly names?: readonly NamedLink[]
    }
  | { readonly leaf: 'type'; readonly parts: readonly TypePart[] }
  | { readonly leaf: 'link'; readonly to: Target; readonly text: string; readonly mono: boolean }
  | { readonly leaf: 'address'; readonly to: Target }
  | { readonly leaf: 'file'; readonly path: string }
  | { readonly leaf: 'download'; readonly path: string; readonly text: string }
  | Block

/**
 * A part of a page that is described once for both formats. A page that consists of blocks needs no template of
 * its own.
 */
export type Block =
  | { readonly leaf: 'text'; readonly text: string; readonly links: ProseLinks }
  | {
      readonly leaf: 'heading'
      readonly level: 1 | 2 | 3
      readonly text: string
      readonly id?: string
    }
  | {
      readonly leaf: 'tabs'
      readonly tabs: readonly { readonly name: string; readonly code: Leaf }[]
    }
  | { readonly leaf: 'callout'; readonly tone: string; readonly inside: readonly Leaf[] }
  | { readonly leaf: 'contents'; readonly items: readonly Leaf[] }
  | { readonly leaf: 'links'; readonly items: readonly LinkItem[] }

export interface LinkItem {
  readonly link: Leaf
  readonly about?: Leaf | undefined
}

/** Pages of the site to which addresses in prose lead. Other addresses must lead to the web. */
export type ProseLinks = Readonly<Record<string, Target>>

/**
 * Language of a code block. `types` is used for TypeScript types and signatures that are not a complete
 * program.
 */
export type Language = 'json' | 'shell' | 'typescript' | 'types' | 'python' | 'go'

export type TypePart = string | { readonly name: string; readonly to: Target; readonly id: TypeId }

export function prose(text: string): Leaf
export function prose(text: string | undefined): Leaf | undefined
export function prose(text: string | undefined): Leaf | undefined {
  return text === undefined ? undefined : { leaf: 'prose', text }
}

/** Prose of a document. Printed as paragraphs in HTML, but on a single line in Markdown lists. */
export function note(text: string): Leaf
export function note(text: string | undefined): Leaf | undefined
export function note(text: string | undefined): Leaf | undefined {
  return text === undefined ? undefined : { leaf: 'note', text }
}

export function code(text: string): Leaf {
  return { leaf: 'code', text }
}

/** Returns a method or schema name for a heading, with possible line breaks between its words. */
export function nameHeading(text: string): Leaf {
  return { leaf: 'name', text }
}

/** Returns a method name for a heading, in which the namespace has its own style. */
export function methodName(text: string, prefix: string): Leaf {
  return { leaf: 'name', text, ...(prefix !== '' && { prefix }) }
}

/**
 * A name in code that becomes a link. If the target has no page, the link leads to a fragment of the current
 * page.
 */
export interface NamedLink {
  readonly name: string
  readonly to: Target
}

export function typesBlock(text: string, names: readonly NamedLink[]): Leaf {
  return { leaf: 'block', language: 'types', text, names }
}

export function block(language: Language, text: string): Leaf {
  return { leaf: 'block', language, text }
}

export function jsonBlock(value: unknown): Leaf & { readonly leaf: 'block' } {
  return { leaf: 'block', language: 'json', text: sampleJson(value) }
}

export function link(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: false }
}

export function codeLink(to: Target, text: string): Leaf {
  return { leaf: 'link', to, text, mono: true }
}

export function address(to: Target): Leaf {
  return { leaf: 'address', to }
}

/** Returns the relative URL of a file that is not a page. */
export function fileAddress(path: string): Leaf {
  return { leaf: 'file', path }
}
