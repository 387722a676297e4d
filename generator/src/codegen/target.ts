import type { StatementStructures } from 'ts-morph'
import type { Api } from '../model/types.ts'
import type { PackageMetadata } from './package-metadata.ts'
import type { Scaffold, ScaffoldOptions } from './scaffold.ts'
import type { DeclarationNode } from './structure.ts'

/** A file of a target. Paths are relative to the target's package folder, with `/` as separator. */
export type OutputFile = SourceOutput | TextOutput | DerivedOutput

/**
 * A statement of a module: text, a declaration from `interfaceOf` or a related function (printed by the
 * engine), or a ts-morph structure (printed by ts-morph).
 */
export type Statement = string | DeclarationNode | StatementStructures

/** A TypeScript module as plain data. The engine prints it. */
export interface SourceOutput {
  readonly kind: 'typescript'
  readonly path: string
  /** Source document or documents, which the banner names. */
  readonly from: string
  readonly imports: readonly Import[]
  readonly statements: readonly Statement[]
}

/** Any other file: a rendered template, JSON, Markdown. */
export interface TextOutput {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  /** Parser with which prettier formats the file. If absent, the file is not formatted. */
  readonly format?: 'json' | 'markdown' | 'typescript'
}

/**
 * A file that is not committed and is generated only if its content changed, such as a page of the docs site.
 * It is in a separate folder.
 */
export interface DerivedOutput {
  readonly kind: 'derived'
  readonly path: string
  /**
   * A string without spaces that changes whenever the text does, except because of changed code, templates or
   * options.
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
  /** Templates by file name, including those that the user overrides. */
  readonly templates: Readonly<Record<string, string>>
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
  readonly files: (
    api: Api,
    options: TargetOptions,
  ) => readonly OutputFile[] | Promise<readonly OutputFile[]>
  /** Returns a project for `rpcloom scaffold`. Optional. */
  readonly scaffold?: (api: Api, options: ScaffoldOptions) => Scaffold
}

/** Returns a target unchanged, with its type checked. */
export function defineTarget(target: Target): Target {
  return target
}
