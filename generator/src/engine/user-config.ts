/** Options that every target supports. Custom targets may support further options. */
export interface UserTarget {
  /** Package name; `@scope/target` by default. */
  readonly package?: string
  /** SPDX name of the licence; MIT by default. */
  readonly license?: string
  /** Folder with templates that override the templates of the target. */
  readonly templates?: string
  /** Path or package of the module with a custom target. */
  readonly module?: string
  readonly [option: string]: unknown
}

/** Further options of the client target. */
export interface UserClient extends UserTarget {
  /**
   * Emits modules for an existing package instead of a package of its own: the client, its types and the part
   * of the runtime that it uses. The modules have no dependencies.
   */
  readonly standalone?: boolean
}

/** Further options of the docs target. */
export interface UserDocs extends UserTarget {
  readonly title?: string
  /** One sentence under the title. */
  readonly tagline?: string
  /** Name of the method that the landing page calls. */
  readonly start?: string
  /** URL of the deployed site. */
  readonly baseUrl?: string
  /**
   * Format of pages for another site generator: `mdx` for Docusaurus and Starlight, or `vitepress`. If
   * omitted, a complete site is generated.
   */
  readonly format?: 'mdx' | 'vitepress'
}

/** Severity of a `lint` rule, optionally with the rule's options. */
export type UserRule =
  'off' | 'warn' | 'error' | readonly ['off' | 'warn' | 'error', Readonly<Record<string, unknown>>]

/**
 * An input: a path, a glob, a URL with `#sha256=` and the digest of its content, or a root document with globs
 * of its fragments.
 */
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

/** A configuration file. Paths are relative to its folder. */
export interface UserConfig {
  /** Paths, globs and URLs of documents, and documents that are assembled from several files. */
  readonly inputs: readonly [UserInput, ...UserInput[]]
  /** Paths of overlays, in order of application. */
  readonly overlays?: readonly string[]
  /** Output folder with one package per target. */
  readonly out: string
  /** npm scope of the packages. */
  readonly scope: `@${string}`
  /** Version of the packages; 0.1.0 by default. */
  readonly version?: string
  /** URL of the git repository, such as `https://github.com/acme/api`; publishing with provenance requires it. */
  readonly repository?: string
  readonly homepage?: string
  /** Web page for reporting problems. */
  readonly bugs?: string
  /**
   * How to type strings with the pattern of Ethereum quantities (`0x0`, `0x1f`): `bigint` (the default, as in
   * viem), `hex` (a template literal type), or `string`.
   */
  readonly hexQuantities?: 'bigint' | 'hex' | 'string'
  readonly targets: {
    readonly client?: UserClient
    readonly server?: UserTarget
    readonly mock?: UserTarget
    readonly docs?: UserDocs
    readonly [target: string]: UserTarget | undefined
  }
  /**
   * Effects of methods by name patterns, where `*` matches any characters. They override `x-effect` and
   * inference.
   */
  readonly effects?: {
    readonly read?: readonly string[]
    readonly write?: readonly string[]
    readonly admin?: readonly string[]
  }
  /** Short names of groups, by paths or globs of their documents: `{ "api/openrpc.json": "eth" }`. */
  readonly groups?: Readonly<Record<string, string>>
  /** Module of your custom formats: a path that starts with `./`, or a package. */
  readonly formats?: string
  /**
   * Which program formats the output: prettier with the options of the project if it configures prettier,
   * otherwise oxfmt (`true`, the default), always oxfmt, always prettier, or none (`false`).
   */
  readonly format?: boolean | 'oxfmt' | 'prettier'
  readonly allowUnresolved?: boolean
  readonly allowRemote?: boolean
  readonly allowOutside?: boolean
  readonly lint?: {
    /** `recommended` by default; `all` also enables rules about style. */
    readonly preset?: 'recommended' | 'all'
    /** Rules by name or code. */
    readonly rules?: Readonly<Record<string, UserRule>>
    readonly ignore?: readonly {
      readonly rule: string
      readonly file?: string
      readonly pointer?: string
    }[]
  }
}
