/** Files that are one document together: a root, and methods and components in as many files as there are. */
export interface FragmentTree {
  /** Path of the document that the others are put into: `openrpc`, `info`, `servers` and the like. */
  readonly root: string
  /** Globs of files with methods. */
  readonly methods: readonly string[]
  /** Globs of files with components, by section of `components`. */
  readonly components: Readonly<Record<string, readonly string[]>>
}

/** Sections of `components` that an input may name. */
export const fragmentSections = [
  'schemas',
  'errors',
  'contentDescriptors',
  'tags',
  'links',
  'examples',
  'examplePairings',
  'error-groups',
] as const

/** The globs of a tree, each with the section that its files are for. */
export function globsOf({
  methods,
  components,
}: FragmentTree): readonly { readonly section: string; readonly glob: string }[] {
  return [
    ...methods.map((glob) => ({ section: 'methods', glob })),
    ...Object.entries(components).flatMap(([section, globs]) =>
      globs.map((glob) => ({ section, glob })),
    ),
  ]
}
