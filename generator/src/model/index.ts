export { buildApi, type Built } from './build.ts'
export { isPartlyPublic, publicDocument } from './bundle/public.ts'
export { addressOfServer } from './document/servers.ts'
export { differsByItself } from './input-form.ts'
export {
  annotationOf,
  commonProperties,
  isEmptyObject,
  isInputDifferent,
  lookup,
  resolveType,
} from './lookup.ts'
export { camel, isIdentifier, kebab, pascal, safeStem, wordsOf } from './names/identifiers.ts'
export type { KeptNames, Naming } from './names/kept-names.ts'
export type { NameEntry, NameReport } from './names/name-book.ts'
export { membersOfGroup } from './names/shortcuts.ts'
export { childNamespaces, isWithin, memberPath, namespaceNames } from './names/namespaces.ts'
export { clientGroups, everyMethod, hasPeer, reversed, serverSide } from './sides.ts'
export { isReservedType } from './names/type-names.ts'
export { reservedWords } from './names/reserved.ts'
export { stringTemplates } from './schema/scalar.ts'
export type * from '../json/types.ts'
export type * from '../openrpc/custom-formats.ts'
export type * from './types.ts'
export { childTypes, mapType, referencesOf, typesOfGroup, walkType } from './walk.ts'
