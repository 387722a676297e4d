import { chains } from './chains.ts'
import { commerce } from './commerce.ts'
import { drafts } from './drafts.ts'
import { editors } from './editors.ts'
import { ethereum } from './ethereum.ts'
import { names } from './names.ts'
import type { Files } from './parts.ts'
import { trees } from './trees.ts'
import { values } from './values.ts'

/** Documents in the style of many vendors, with the files that they refer to. */
export const vendors: Files = {
  ...editors,
  ...chains,
  ...ethereum,
  ...commerce,
  ...drafts,
  ...names,
  ...trees,
  ...values,
}
