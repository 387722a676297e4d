// Written by scripts/config-type.mjs from config.schema.json. Do not edit.

/** Configuration of rpcloom: documents, output and targets. Paths are relative to this file. */
export interface UserConfig {
  $schema?: string
  /** Documents to read: paths, globs, URLs, or `discover:URL` for the document of a running service. An empty list makes a docs site of guides alone. */
  inputs: readonly (string | UserTree)[]
  /**
   * Overlays to apply to the documents, in this order.
   *
   * Default: `[]`.
   */
  overlays?: readonly string[]
  /**
   * Output folder. Each target writes one package into it.
   *
   * Length: at least 1.
   */
  out: string
  /** npm scope of the generated packages, such as `@acme`. */
  scope: string
  /**
   * Version of the generated packages.
   *
   * Default: `'0.1.0'`.
   */
  version?: string
  /** URL of the git repository, for package.json of the generated packages, such as https://github.com/acme/api. Publishing with provenance requires it. */
  repository?: string
  /** URL of the web page of the API, for package.json of the generated packages. By default, that of the documents. */
  homepage?: string
  /** URL of the web page for reporting problems, for package.json of the generated packages. */
  bugs?: string
  /** Targets to generate, with their options. */
  targets: {
    client?: UserClient
    server?: UserTarget
    mock?: UserTarget
    docs?: UserDocs
    cli?: UserCli
    mcp?: UserMcp
    [name: string]: UserTarget | UserClient | UserDocs | UserCli | UserMcp | undefined
  }
  /**
   * Type of strings with the pattern of Ethereum quantities (`0x0`, `0x1f`): `bigint`, `hex` (a template literal type) or `string`.
   *
   * Default: `'bigint'`.
   */
  hexQuantities?: 'bigint' | 'hex' | 'string'
  /** Effects of methods by name; `*` matches any characters. They decide which methods clients retry and `conform` calls. */
  effects?: { read?: UserNames; write?: UserNames; admin?: UserNames }
  /** Names of groups by path or glob of their documents. An empty name puts the methods directly on the client. */
  groups?: { [name: string]: string }
  /**
   * Module with custom formats: a path that starts with `./`, or a package.
   *
   * Length: at least 1.
   */
  formats?: string
  /**
   * Which program formats the output: prettier with the options of the project if it configures prettier, otherwise oxfmt (`true`), always `oxfmt`, always `prettier`, or none (`false`).
   *
   * Default: `true`.
   */
  format?: true | false | 'oxfmt' | 'prettier'
  /**
   * Turns unresolved references into `unknown`, with a warning, instead of an error.
   *
   * Default: `false`.
   */
  allowUnresolved?: boolean
  /**
   * Allows documents and references at http(s) URLs.
   *
   * Default: `false`.
   */
  allowRemote?: boolean
  /**
   * Allows references to files outside of the folder of the configuration.
   *
   * Default: `false`.
   */
  allowOutside?: boolean
  lint?: UserLint
}

/** A document that is split into several files (docs/fragments.md). */
export interface UserTree {
  /**
   * Document with `openrpc`, `info` and other top-level members, to which the other files are added.
   *
   * Length: at least 1.
   */
  root: string
  methods?: UserNames
  schemas?: UserNames
  errors?: UserNames
  contentDescriptors?: UserNames
  tags?: UserNames
  links?: UserNames
  examples?: UserNames
  examplePairings?: UserNames
  'error-groups'?: UserNames
}

/** Options of the client target. */
export type UserClient = {
  /**
   * Writes the client, its types and the runtime modules that it uses into an existing package. They have no dependencies.
   *
   * Default: `false`.
   */
  standalone?: boolean
} & UserTarget

/** Options that every target supports. Custom targets may support further options. */
export interface UserTarget {
  [name: string]: unknown
  /** Name of the package. By default, the scope and the name of the target. */
  package?: string
  /**
   * SPDX identifier of the license.
   *
   * Default: `'MIT'`.
   */
  license?: string
  /** Folder with templates that replace the built-in ones at the same path. */
  templates?: string
  /**
   * Path or package of the module that exports a custom target.
   *
   * Length: at least 1.
   */
  module?: string
  /** Markdown files with guides, in this order: paths, and globs, whose files are sorted by `order` in their front matter. The docs target writes a page for each (docs/guides.md). */
  guides?: readonly string[]
}

/** Options of the docs target. */
export type UserDocs = {
  /** Title of the site. */
  title?: string
  /** One sentence under the title. */
  tagline?: string
  /** Name of the method that the landing page shows as the first call. */
  start?: string
  /**
   * Shell commands on the landing page that install the client, such as those for a private registry or for tarballs. By default, `npm install` with the name of the client package.
   *
   * Length: at least 1.
   */
  install?: string
  /** Writes pages for a site generator instead of a complete site: `mdx` for Docusaurus and Starlight, `vitepress` for VitePress. */
  format?: 'mdx' | 'vitepress'
  /** URL at which the site will be published, for canonical links and the sitemap. */
  baseUrl?: string
  /** Looks of the site. The file `assets/logo.svg` in the folder of `templates` is its logo. */
  theme?: {
    /** Color of links and buttons on a light background, such as `#0b5f56`. */
    accent?: string
    /** The same on a dark background. By default, a lighter tone of `accent`. */
    accentDark?: string
    /** URL of an image for previews of links (`og:image`). */
    image?: string
    /** Links in the header bar, such as to a repository. */
    links?: readonly {
      /**
       * Text of the link.
       *
       * Length: at least 1.
       */
      text: string
      /** URL of the link. */
      href: string
    }[]
  }
  /** URL of the folder with the source documents. Each page links to its location there. */
  source?: string
} & UserTarget

/** Options of the cli target. */
export type UserCli = {
  /** Name of the command. By default, the scope and the name of the package: `acme-cli`. */
  command?: string
} & UserTarget

/** Options of the mcp target. */
export type UserMcp = {
  /** Name of the command that starts the server. By default, the scope and the name of the package: `acme-mcp`. */
  command?: string
} & UserTarget

export type UserNames = readonly string[]

/** Rules of `rpcloom lint`, which docs/lint.md lists. */
export interface UserLint {
  /**
   * `all` also enables rules about style and completeness.
   *
   * Default: `'recommended'`.
   */
  preset?: 'recommended' | 'all'
  /** Severity of each rule, by name or code. */
  rules?: { [name: string]: UserRule }
  ignore?: readonly UserIgnored[]
}

/** Severity of a rule of `lint`, optionally with the rule's options. */
export type UserRule = UserSeverity | readonly [UserSeverity, { [name: string]: unknown }?]

/** Places at which a rule is disabled. */
export interface UserIgnored {
  rule: string
  /** Glob of the documents in which the rule is disabled. */
  file?: string
  /** Glob of the JSON pointers at which the rule is disabled. */
  pointer?: string
}

export type UserSeverity = 'off' | 'warn' | 'error'
