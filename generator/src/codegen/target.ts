import type { StatementStructures } from 'ts-morph'
import type { Api } from '../model/types.ts'
import type { PackageMetadata } from './package-metadata.ts'
import type { Scaffold, ScaffoldOptions } from './scaffold.ts'
import type { DeclarationNode } from './structure.ts'

/** A file of a target. Paths are relative to the target's package folder, with `/` as separator. */
export type OutputFile = SourceOutput | TextOutput | DerivedOutput

/**
 * A statement of a module: source text, a declaration from `interfaceOf`, `aliasOf`, `constantOf` or
 * `functionOf`, or a ts-morph structure.
 */
export type Statement = string | DeclarationNode | StatementStructures

/** A TypeScript module as plain data. The engine prints it. */
export interface SourceOutput {
  readonly kind: 'typescript'
  readonly path: string
  /** Paths of the source documents for the first line of the file. */
  readonly from: string
  readonly imports: readonly Import[]
  readonly statements: readonly Statement[]
}

/** A file that is not a TypeScript module of statements: a rendered template, JSON, Markdown. */
export interface TextOutput {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  /** Parser with which prettier formats the file. If absent, the file is not formatted. */
  readonly format?: 'json' | 'markdown' | 'typescript'
}

/**
 * A file that is not committed, such as a page of the docs site. A derived file is only generated again if its
 * content changed, and must be in a folder that contains only derived files.
 */
export interface DerivedOutput {
  readonly kind: 'derived'
  readonly path: string
  /**
   * A string without spaces that changes whenever the file's text changes for a reason other than code,
   * templates or options.
   */
  readonly key: string
  /**
   * Returns the text of the file. `textOf` returns the text of another derived file of the target by path.
   */
  readonly text: (textOf: (path: string) => string) => string
}

/**
 * An import of a name, or of the whole module if the name is `*`. The engine merges and sorts imports and
 * separates types from values.
 */
export interface Import {
  readonly from: string
  readonly name: string
  readonly as?: string
  readonly type: boolean
}

/** A Markdown file that the option `guides` of a target names. `path` is relative to the project root. */
export interface GuideFile {
  readonly path: string
  readonly text: string
}

/** Options of a target besides the model. */
export interface TargetOptions {
  /** Package name, for example `@native-node/client`. */
  readonly packageName: string
  /** Version of the emitted package. */
  readonly version: string
  /** Version of `@rpcloom/rpc` that the package depends on. */
  readonly runtimeVersion: string
  /** Names of the sibling packages by target: `{ client: '@native-node/client' }`. */
  readonly siblings: Readonly<Record<string, string>>
  /** Templates by file name. The user's templates override those of the target. */
  readonly templates: Readonly<Record<string, string>>
  /** The project's guides, in the order of the configuration. */
  readonly guides?: readonly GuideFile[]
  /** Metadata of the documents for package.json: licence, homepage and repository. */
  readonly metadata?: PackageMetadata
  /** The target's own options from the configuration. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A target: a pure function from the model to files. It has no access to disk, clock or environment. */
export interface Target {
  readonly name: string
  /** Folder with the target's `.hbs` files, if any. */
  readonly templateFolder?: URL
  /** Names of the targets whose packages this target's package imports. They need not be configured. */
  readonly imports?: readonly string[]
  /**
   * Whether, with these options, the modules are emitted for an existing package, together with the modules
   * of other targets and of the runtime that they import.
   */
  readonly isStandalone?: (options: TargetOptions['options']) => boolean
  readonly files: (
    api: Api,
    options: TargetOptions,
  ) => readonly OutputFile[] | Promise<readonly OutputFile[]>
  /**
   * Returns a project for `rpcloom scaffold`; undefined if the documents have no methods to implement. Omitted by targets
   * without handlers.
   */
  readonly scaffold?: (
    api: Api,
    options: ScaffoldOptions,
  ) => Scaffold | undefined | Promise<Scaffold | undefined>
}

/** Returns a target unchanged, with its type checked. */
export function defineTarget(target: Target): Target {
  return target
}
