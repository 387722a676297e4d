/** What every target takes, and whatever else a target of one's own asks for. */
export interface UserTarget {
  /** Name of the package; `@scope/target` unless given. */
  readonly package?: string
  /** SPDX name of its licence; MIT unless given. */
  readonly license?: string
  /** Folder with templates that replace the target's own of the same name. */
  readonly templates?: string
  /** Path or package name of the module that exports the target, for one that rpcloom does not bring. */
  readonly module?: string
  readonly [option: string]: unknown
}

/** What the docs target takes beside that. */
export interface UserDocs extends UserTarget {
  readonly title?: string
  /** One sentence under the title. */
  readonly tagline?: string
  /** Wire name of the method that the first page calls. */
  readonly start?: string
  /** Where the site will stand. */
  readonly baseUrl?: string
  /** Pages for another generator of sites: `mdx` for Docusaurus and Starlight, `vitepress`. A whole site unless given. */
  readonly format?: 'mdx' | 'vitepress'
}

/** How loud a rule of `lint` is, alone or with the rule's own options. */
export type UserRule =
  'off' | 'warn' | 'error' | readonly ['off' | 'warn' | 'error', Readonly<Record<string, unknown>>]

/** An input: a path, a glob, an address, or a root document with globs of the files that belong into it. */
type UserInput =
  | string
  | {
      readonly root: string
      readonly methods?: readonly string[]
      readonly schemas?: readonly string[]
      readonly errors?: readonly string[]
      readonly contentDescriptors?: readonly string[]
      readonly tags?: readonly string[]
      readonly links?: readonly string[]
      readonly examples?: readonly string[]
      readonly examplePairings?: readonly string[]
      readonly 'error-groups'?: readonly string[]
    }

/** A configuration as it is written; paths are relative to the file that it stands in. */
export interface UserConfig {
  /** Paths, globs and addresses of documents, and trees of files that are one document together. */
  readonly inputs: readonly [UserInput, ...UserInput[]]
  /** Paths of overlays, laid over the documents in this order. */
  readonly overlays?: readonly string[]
  /** Folder that gets one package per target. */
  readonly out: string
  /** npm scope of the packages. */
  readonly scope: `@${string}`
  /** Version of the packages; 0.1.0 unless given. */
  readonly version?: string
  /**
   * What strings become whose pattern is that of quantities of Ethereum (`0x0`, `0x1f`): `bigint`, a template
   * literal type (`hex`) or `string`, unless given.
   */
  readonly hexQuantities?: 'bigint' | 'hex' | 'string'
  readonly targets: {
    readonly client?: UserTarget
    readonly server?: UserTarget
    readonly mock?: UserTarget
    readonly docs?: UserDocs
    readonly [target: string]: UserTarget | undefined
  }
  /** Effects of methods by their names, in which `*` stands for any characters; else `x-effect` and the names say it. */
  readonly effects?: {
    readonly read?: readonly string[]
    readonly write?: readonly string[]
    readonly admin?: readonly string[]
  }
  /** Short names of groups, by paths or globs of their documents: `{ "api/openrpc.json": "eth" }`. */
  readonly groups?: Readonly<Record<string, string>>
  /** Module of your custom formats: a path that begins with `./`, or a package. */
  readonly formats?: string
  /** Whether prettier formats the output; true unless given. */
  readonly format?: boolean
  readonly allowUnresolved?: boolean
  readonly allowRemote?: boolean
  readonly allowOutside?: boolean
  readonly lint?: {
    /** `all` turns on rules that are a matter of style, too; `recommended` unless given. */
    readonly preset?: 'recommended' | 'all'
    /** By name or code. */
    readonly rules?: Readonly<Record<string, UserRule>>
    readonly ignore?: readonly {
      readonly rule: string
      readonly file?: string
      readonly pointer?: string
    }[]
  }
}
