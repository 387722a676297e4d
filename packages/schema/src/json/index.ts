// Reading and writing JSON. No compatibility guarantees: this entry is for other packages of this repository.
export { canonicalText } from './canonical-text.ts'
export { stringify } from './stringify.ts'
export { isRecord, listOf, mapValues, recordOf, stringOf } from './values.ts'
