// Modules shared with other packages of this repository. No compatibility guarantees.
export { explain, isValid, passes, type CompiledOptions } from './check/check.ts'
export { compilerOf } from './check/compiler.ts'
export type { Compiler } from './check/keyword.ts'
export { Run, type Check } from './check/run.ts'
export { customFormat, formatsOf, withFormats } from './formats/custom.ts'
export type { Format, Formats } from './formats/format.ts'
export {
  formatPattern,
  formatTest,
  integerRange,
  isIntegerFormat,
  isOtherText,
} from './formats/formats.ts'
export { canonicalText } from './json/canonical-text.ts'
export { deepEqual } from './json/equal.ts'
export { createRandom, type Random } from './json/random.ts'
export { stringify } from './json/stringify.ts'
export { areUnique } from './json/unique.ts'
export { isRecord, listOf, recordOf, stringOf } from './json/values.ts'
export { isMultiple } from './keywords/numbers.ts'
export { hasLength } from './keywords/strings.ts'
export { itemSchemas, memberSchemas, namedSchemas } from './named-schemas.ts'
export { automatonOf, type Step } from './patterns/automaton.ts'
export { reach } from './patterns/linear.ts'
export { compile, isQuick, matches, patternKind, patternTest } from './patterns/pattern.ts'
export { dereference } from './references/pointer.ts'
export { isReference } from './references/reference.ts'
export { evaluatingKeywords, schemaKeywords } from './schema-keywords.ts'
export { escapePart, type Effort, type Resolve, type SchemaObject } from './types.ts'
