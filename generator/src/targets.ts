/** The API for custom targets: the model as data, files, and escaping functions. */
export {
  defineTarget,
  type DerivedOutput,
  type Import,
  type OutputFile,
  type SourceOutput,
  type Statement,
  type Target,
  type TargetOptions,
  type TextOutput,
} from './codegen/target.ts'
export {
  aliasOf,
  constantOf,
  functionOf,
  interfaceOf,
  type AliasParts,
  type ConstantParts,
  type Declaration,
  type DeclarationNode,
  type FunctionParts,
  type InterfaceParts,
} from './codegen/structure.ts'
export type {
  Argument,
  InterfaceMembers,
  MethodMember,
  PropertyMember,
  TupleItem,
  TypeCode,
  TypeNode,
} from './codegen/type-node.ts'
export { derivedText, keyOf } from './codegen/derived-text.ts'
export { banner } from './codegen/banner.ts'
export { documentsText } from './codegen/source-file.ts'
export { docText } from './codegen/jsdoc.ts'
export { jsonLiteral, lineText, memberAccess, memberName, quoteString } from './codegen/quote.ts'
export {
  jsonFile,
  licenseFiles,
  licenseOf,
  packageJson,
  tsconfigJson,
  type PackageParts,
  type Platform,
} from './codegen/package-files.ts'
export {
  accessPath,
  exampleCall,
  isPositional,
  paramsText,
  resultText,
} from './codegen/signature.ts'
export {
  codeSpan,
  Markup,
  markdownText,
  renderTemplate,
  type TemplateOptions,
  type TemplateOutput,
  type View,
  type ViewObject,
} from './codegen/template.ts'
export { openScope, relativeImport, typesPath, type Form, type Scope } from './codegen/scope.ts'
export { typeText } from './codegen/model-type.ts'
export { typeModules } from './codegen/types-module.ts'
export { lookup, resolveType } from './model/lookup.ts'
export { camel, isIdentifier, kebab, pascal } from './model/names/identifiers.ts'
export { childTypes, walkType } from './model/walk.ts'
export type * from './json/types.ts'
export type * from './openrpc/custom-formats.ts'
export type * from './model/types.ts'
