// Modules shared with other packages of this repository. No compatibility guarantees.
export { expectedBy } from './check/expected.ts'
export { explain, isValid, passes } from './check/check.ts'
export { compilerOf } from './check/compiler.ts'
export { type Check } from './check/run.ts'
export { customFormat, formatsOf, withFormats } from './formats/custom.ts'
export type { Formats } from './formats/format.ts'
export {
  formatPattern,
  formatTest,
  type IntegerRange,
  integerRange,
  isIntegerFormat,
  isOtherText,
} from './formats/formats.ts'
export { canonicalText } from './json/canonical-text.ts'
export { deepEqual } from './json/equal.ts'
export { isExactNumber, lostDigits } from './json/lost-digits.ts'
export { plainText, replaceMisleading, visibleJson } from './json/misleading.ts'
export { ranked } from './json/ranked.ts'
export { createRandom, type Random } from './json/random.ts'
export { Recent } from './json/recent.ts'
export { replacedAt } from './json/replaced-at.ts'
export { stringify } from './json/stringify.ts'
export { typeOf } from './json/type-of.ts'
export { areUnique } from './json/unique.ts'
export { listOf, recordOf, stringOf } from './json/values.ts'
export { isOfType } from './keywords/any.ts'
export { commonMultiple, isMultiple } from './keywords/numbers.ts'
export { hasLength } from './keywords/strings.ts'
export { referenceNames, togetherNames } from './keywords/references.ts'
export { forms, type Form } from './keywords/forms.ts'
export {
  isAnnotation,
  keywordOf,
  keywordsWhere,
  looksLikeSchema,
  rejectedByDraft7,
  subschemas,
} from './keywords/table.ts'
export {
  MovedSchemas,
  type MovedOptions,
  type SchemaVersion,
  standaloneSchema,
} from './moved-schemas.ts'
export { itemSchemas, memberSchemas } from './part-schemas.ts'
export { automatonOf, type Step } from './patterns/automaton.ts'
export { reach } from './patterns/linear.ts'
export { patternsIn } from './patterns/patterns-in.ts'
export { compile, isQuick, matches, patternKind } from './patterns/pattern.ts'
export { absolute, decodeFragment, dereference } from './references/pointer.ts'
export { behindReferences, isReference } from './references/reference.ts'
export {
  escapePart,
  isTypeName,
  typeNames,
  type Effort,
  type Resolve,
  type SchemaObject,
  type TypeName,
} from './types.ts'
export { inDocument, located, type Places } from './view/located.ts'
export { patternWords } from './patterns/words.ts'
export { boundLabels, furtherLabels, rangeLabels, sizeLabels } from './view/labels.ts'
export { conjunctionOf, optionsOf, unionOf, withParts } from './view/options.ts'
export { possibleSchemas } from './view/possible.ts'
export {
  accepts,
  acceptsText,
  isUnconstrained,
  itemSchema,
  keywordValue,
  listedValues,
  schemaLabel,
  type SchemaIn,
} from './view/schema-in.ts'
export { CHARACTERS, exceeds, isEndless, smallestSize } from './view/smallest.ts'
export { commonTypes, declaredTypes, impliedTypes } from './view/types-of.ts'
export { isCondition, isLimit, isPresence } from './view/restrictions.ts'
export { allowsNothing, ownStructure, structureOf, type Structure } from './view/structure.ts'
export { schemasTogether } from './view/together.ts'
export { limitOf, typesOf, viewOf, type Conjunction, type View } from './view/view.ts'
export { walkSchemas } from './walk-schemas.ts'
