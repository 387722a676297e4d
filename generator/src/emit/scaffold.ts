/**
 * What a target wants to see in a project that the user owns: classes with a stub per method, the file that
 * composes them, and files that are written once. Plain data; the engine merges it into what is there.
 */
export interface Scaffold {
  /** Package that the stubs import: `@acme/server`. */
  readonly packageName: string
  /** Version of that package, or the path to it: what package.json depends on. */
  readonly dependency: string
  readonly classes: readonly StubClass[]
  readonly composition: Composition
  /** Written where they never were before; from then on the user's. */
  readonly files: readonly TextFile[]
}

/** A class that implements one handler interface. */
export interface StubClass {
  /** Module that exports the interface and its types: `@acme/server/pets`. */
  readonly module: string
  readonly interfaceName: string
  readonly className: string
  /** Where the class is written first; the user may move it. */
  readonly path: string
  readonly doc: string
  readonly members: readonly StubMember[]
  /** Names that the module exports. */
  readonly exports: ReadonlySet<string>
}

/** A file as text; `format` says how it is laid out. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly format?: 'json' | 'markdown' | 'typescript'
}

export type StubMember = StubMethod | StubNamespace

/** One method of the document. */
export interface StubMethod {
  readonly kind: 'method'
  /** What it gives: a promise of its result, or the events of a subscription. */
  readonly gives: 'promise' | 'events'
  /** Name on the wire, with that of the event behind it: what it is known by when everything else changes. */
  readonly wire: string
  readonly member: string
  /** Text of the doc comment. */
  readonly doc: string
  /** Types of the arguments, and of what the promise or the events hold. */
  readonly params: TypeUse
  readonly context: TypeUse
  readonly result: TypeUse
  /** Wire name of what should be used instead. */
  readonly replacedBy?: string
}

/** The methods of a namespace, in a class of their own. */
export interface StubNamespace {
  readonly kind: 'namespace'
  readonly member: string
  /** `key` of the class. */
  readonly of: string
}

/** Text of a type, and the names in it that have to be imported. */
export interface TypeUse {
  readonly text: string
  readonly names: readonly { readonly module: string; readonly name: string }[]
}

/** The file in which the classes of the groups are put together. */
export interface Composition {
  readonly path: string
  readonly doc: string
  /** Type of the object, exported by the package. */
  readonly type: string
  /** Function of the package that takes the object. */
  readonly function: string
  readonly groups: readonly { readonly key: string; readonly of: string }[]
}

/** What a target is given beside the model. */
export interface ScaffoldOptions {
  readonly packageName: string
  /** Name of the project's own package. */
  readonly projectName: string
  /** What the project's package.json depends on: a version, or `file:` and a path. */
  readonly dependency: string
  /** Path from the project to the generated package, where that is not installed but built beside it. */
  readonly packagePath?: string
  /** Template text by path from the target's folder. */
  readonly templates: Readonly<Record<string, string>>
}

/** What a class is known by: its module and its interface. */
export function interfaceKey({
  module,
  interfaceName,
}: Pick<StubClass, 'module' | 'interfaceName'>): string {
  return `${module.slice(module.lastIndexOf('/') + 1)}#${interfaceName}`
}
