/**
 * The files that form one document: a root document, and files with further methods and components.
 */
export interface FragmentTree {
  /** Path of the root document with `openrpc`, `info` and `servers`. */
  readonly root: string
  readonly methods: readonly string[]
  /** Globs of component files, by section of `components`. */
  readonly components: Readonly<Record<string, readonly string[]>>
}

/** Sections of `components` that can be assembled from fragments. */
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
