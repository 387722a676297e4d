import type { StatementStructures } from 'ts-morph'
import type { Api } from '../model/types.ts'
import type { PackageMetadata } from './package-metadata.ts'
import type { Scaffold, ScaffoldOptions } from './scaffold.ts'
import type { DeclarationNode } from './structure.ts'

/** A file of a target. Paths are relative to the target's package folder, with `/` as separator. */
export type OutputFile = SourceOutput | TextOutput | DerivedOutput

/**
 * A statement of a module: text, a declaration from `interfaceOf` and related functions, which the engine
 * prints, or a ts-morph structure, which ts-morph prints.
 */
export type Statement = string | DeclarationNode | StatementStructures

/** A TypeScript module as plain data, printed by the engine. */
export interface SourceOutput {
  readonly kind: 'typescript'
  readonly path: string
  /** Source document (or documents) for the banner. */
  readonly from: string
  readonly imports: readonly Import[]
  readonly statements: readonly Statement[]
}

/** Any other file: a rendered template, JSON, Markdown. */
export interface TextOutput {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  /** Parser that prettier formats the file with; unformatted if absent. */
  readonly format?: 'json' | 'markdown' | 'typescript'
}

/**
 * A file that is not committed and only generated if it changed, such as a page of the docs site. It is in a
 * separate folder.
 */
export interface DerivedOutput {
  readonly kind: 'derived'
  readonly path: string
  /** Without spaces. Differs if the text differs, except for changes of code, templates or options. */
  readonly key: string
  /** Returns the text; `textOf` returns that of another derived file of the target by path. */
  readonly text: (textOf: (path: string) => string) => string
}

/**
 * A named import, or with the name `*` one of the whole module. The engine merges and sorts imports and
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
  /** Template text by file name, including the user's overrides. */
  readonly templates: Readonly<Record<string, string>>
  /** Metadata of the documents for package.json: licence, homepage and repository. */
  readonly metadata?: PackageMetadata
  /** The target's own options from the configuration. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A target: a pure function from the model to files, without access to disk, clock or environment. */
export interface Target {
  readonly name: string
  /** Folder with the target's `.hbs` files, if any. */
  readonly templateFolder?: URL
  readonly files: (
    api: Api,
    options: TargetOptions,
  ) => readonly OutputFile[] | Promise<readonly OutputFile[]>
  /** Returns a project for `rpcloom scaffold`; optional. */
  readonly scaffold?: (api: Api, options: ScaffoldOptions) => Scaffold
}

/** Types a target; returns it unchanged. */
export function defineTarget(target: Target): Target {
  return target
}
