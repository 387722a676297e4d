import { matchGlob } from '../glob.ts'
import { type FragmentTree, globsOf } from './tree.ts'

/** Files of a tree, sorted, each with the section that it is for. */
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
