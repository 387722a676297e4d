/** API for custom targets: the model as data, files, and escaping functions. */
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
} from './emit/target.ts'
export {
  aliasOf,
  constantOf,
  functionOf,
  interfaceOf,
  type AliasParts,
  type Argument,
  type ConstantParts,
  type Declaration,
  type DeclarationNode,
  type FunctionParts,
  type InterfaceParts,
  type MethodMember,
  type PropertyMember,
} from './emit/structure.ts'
export { derivedText, keyOf } from './emit/derived-text.ts'
export { banner, documentsText } from './emit/source-file.ts'
export { docText } from './emit/jsdoc.ts'
export { jsonLiteral, lineText, memberAccess, memberName, quoteString } from './emit/quote.ts'
export {
  jsonFile,
  licenseFiles,
  licenseOf,
  packageJson,
  tsconfigJson,
  type PackageParts,
  type Platform,
} from './emit/package-files.ts'
export { accessPath, exampleCall, isPositional, paramsText, resultText } from './emit/signature.ts'
export {
  codeSpan,
  Markup,
  markdownText,
  renderTemplate,
  type TemplateOptions,
  type TemplateOutput,
  type View,
  type ViewObject,
} from './emit/template.ts'
export { openScope, relativeImport, typesPath, type Form, type Scope } from './emit/scope.ts'
export { typeText } from './emit/type-text.ts'
export { typeModules } from './emit/types-module.ts'
export { lookup, resolveType } from './model/lookup.ts'
export { camel, isIdentifier, kebab, pascal } from './model/names/identifiers.ts'
export { childTypes, walkType } from './model/walk.ts'
export type * from './model/types.ts'
