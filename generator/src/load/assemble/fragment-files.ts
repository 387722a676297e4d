import { isRemote } from '../read/paths.ts'
import { matchGlob } from '../read/glob.ts'
import { withoutPin } from '../read/pinned.ts'
import { type FragmentTree, globsOf } from './fragment-tree.ts'

/** Returns the sorted files of a fragment tree with their sections. URLs are returned unchanged. */
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
    files: isRemote(glob)
      ? [withoutPin(glob)]
      : matchGlob(root, glob).filter((file) => file !== tree.root),
  }))
}
