import type { StatementStructures } from 'ts-morph'
import type { Api } from '../model/types.ts'
import type { PackageMetadata } from './package-metadata.ts'
import type { Scaffold, ScaffoldOptions } from './scaffold.ts'
import type { DeclarationNode } from './structure.ts'

/** One file of a target. Paths are relative to the target's own package folder, `/` separated. */
export type OutputFile = SourceOutput | TextOutput | DerivedOutput

/**
 * One statement of a module: text as it is, a declaration of `interfaceOf` and its siblings, which the engine
 * prints, or any structure of ts-morph, which ts-morph prints.
 */
export type Statement = string | DeclarationNode | StatementStructures

/** A TypeScript module as declarations: plain data, printed once, in bulk, by the engine. */
export interface SourceOutput {
  readonly kind: 'typescript'
  readonly path: string
  /** What the banner names: the document (or documents) that the file comes from. */
  readonly from: string
  readonly imports: readonly Import[]
  readonly statements: readonly Statement[]
}

/** Any other file: a rendered template, JSON, markdown. */
export interface TextOutput {
  readonly kind: 'text'
  readonly path: string
  readonly text: string
  /** How the file is formatted: by prettier under this parser, or not at all. */
  readonly format?: 'json' | 'markdown' | 'typescript'
}

/** Output that is not committed, and made only where it changed: a page of the docs site. In a folder of its own. */
export interface DerivedOutput {
  readonly kind: 'derived'
  readonly path: string
  /** Without spaces; changes whenever the text would for another reason than the code, a template or an option. */
  readonly key: string
  /** The text; `textOf` gives that of another derived file of the target, by its path. */
  readonly text: (textOf: (path: string) => string) => string
}

/** A named import, or with the name `*` one of the whole module; the engine merges, sorts and splits types from values. */
export interface Import {
  readonly from: string
  readonly name: string
  readonly as?: string
  readonly type: boolean
}

/** What a target is given beside the model. */
export interface TargetOptions {
  /** Package name, for example `@native-node/client`. */
  readonly packageName: string
  /** Version of the emitted package. */
  readonly version: string
  /** Version of `@rpcloom/rpc` that the package depends on. */
  readonly runtimeVersion: string
  /** Names of the sibling packages by target: `{ client: '@native-node/client' }`. */
  readonly siblings: Readonly<Record<string, string>>
  /** Template text by file name, with the user's overrides already applied. */
  readonly templates: Readonly<Record<string, string>>
  /** What the documents say for package.json: licence, homepage and repository. */
  readonly metadata?: PackageMetadata
  /** Free options of the target, from the configuration. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A target: a pure function from the model to files. Touches no disk, no clock, no environment. */
export interface Target {
  readonly name: string
  /** Folder that holds the target's `.hbs` files, where it has any. */
  readonly templateFolder?: URL
  readonly files: (
    api: Api,
    options: TargetOptions,
  ) => readonly OutputFile[] | Promise<readonly OutputFile[]>
  /** A project of the user's own over the package, for `rpcloom scaffold`; not every target has one. */
  readonly scaffold?: (api: Api, options: ScaffoldOptions) => Scaffold
}

/** Declares a target; the identity function, there for its type. */
export function defineTarget(target: Target): Target {
  return target
}
