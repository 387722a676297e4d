import { matchGlob } from '../glob.ts'
import { type FragmentTree, globsOf } from './tree.ts'

/** Returns the files of a tree, sorted, with their sections. */
export function fragmentFiles(
  root: string,
  tree: FragmentTree,
): readonly {
  readonly section: string
  readonly glob: string
  readonly files: readonly string[]
}[] {
  return globsOf(tree).map(({ section, glob }) => ({
    section,
    glob,
    files: matchGlob(root, glob).filter((file) => file !== tree.root),
  }))
}
