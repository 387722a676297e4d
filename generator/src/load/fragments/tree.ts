/** The files that form one document: a root, and any number of files with methods and components. */
export interface FragmentTree {
  /** Path of the document with `openrpc`, `info`, `servers` and the like. */
  readonly root: string
  readonly methods: readonly string[]
  /** Globs of files with components by section. */
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
