/**
 * Files of a target for a project that the user owns: classes with a stub per method, the module with the
 * object of all handlers, and files that are written once. The engine merges the scaffold into existing files.
 */
export interface Scaffold {
  /** Package that the stubs import: `@acme/server`. */
  readonly packageName: string
  /** Module of the package with `notImplemented` and the type of the handlers object: `@acme/client/peer`. */
  readonly entry: string
  /** Version of the imported package for package.json, or the path to that package. */
  readonly dependency: string
  readonly classes: readonly StubClass[]
  readonly composition: Composition
  /** Files that are written once and belong to the user afterwards. */
  readonly files: readonly TextFile[]
}

/** A class that implements one handler interface. */
export interface StubClass {
  /** Module that exports the interface: `@acme/server/pets`. */
  readonly module: string
  /** Module that exports the types of its methods. */
  readonly types: string
  readonly interfaceName: string
  readonly className: string
  /** Path at which the class is created. The user may move it later. */
  readonly path: string
  readonly doc: string
  readonly members: readonly StubMember[]
  /** Names that the modules export. */
  readonly exports: ReadonlySet<string>
}

/** A text file; `format` says how to format it. */
export interface TextFile {
  readonly path: string
  readonly text: string
  readonly format?: 'json' | 'markdown' | 'typescript'
}

/** A member of a stub class. */
export type StubMember = StubMethod | StubNamespace

/** A method of the document. */
export interface StubMethod {
  readonly kind: 'method'
  /** Return type of the method: a promise of its result, or the events of a subscription. */
  readonly gives: 'promise' | 'events'
  /**
   * Method name, followed by the topic if the stub is for a topic. A merge recognizes the stub by this name,
   * even if all other properties have changed.
   */
  readonly name: string
  readonly member: string
  /** Text of the doc comment. */
  readonly doc: string
  /** Types of the arguments and of the result or events. */
  readonly params: TypeUse
  readonly context: TypeUse
  readonly result: TypeUse
  /** Name of the method that replaces a deprecated method. */
  readonly replacedBy?: string
}

/** The methods of a namespace, in a separate class. */
export interface StubNamespace {
  readonly kind: 'namespace'
  readonly member: string
  /** `interfaceKey` of the class for the namespace. */
  readonly of: string
}

/** Source text of a type, and the names in the text that must be imported. */
export interface TypeUse {
  readonly text: string
  readonly names: readonly { readonly module: string; readonly name: string }[]
}

/** The module with the handlers object, which contains an instance of each group's class. */
export interface Composition {
  readonly path: string
  readonly doc: string
  /** Type of the handlers object, exported by the entry of the generated package. */
  readonly type: string
  /** Function of the entry whose first argument may be the handlers object: `createServer`. */
  readonly function?: string
  readonly groups: readonly { readonly key: string; readonly of: string }[]
}

/** Options of a target in addition to the model. */
export interface ScaffoldOptions {
  readonly packageName: string
  /** Name of the project's package. */
  readonly projectName: string
  /** Dependency for the project's package.json: a version, or `file:` and a path. */
  readonly dependency: string
  /** Version of the packages of the runtime. */
  readonly runtimeVersion: string
  /** Path from the project to the generated package, if the package is built locally. */
  readonly packagePath?: string
  /** Template text by path from the target's folder. */
  readonly templates: Readonly<Record<string, string>>
}

/** Returns a key that identifies a class by the module and the name of the interface that it implements. */
export function interfaceKey({
  module,
  interfaceName,
}: Pick<StubClass, 'module' | 'interfaceName'>): string {
  return `${module.slice(module.lastIndexOf('/') + 1)}#${interfaceName}`
}
