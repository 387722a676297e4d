export * from './target.ts'
export { replaceMisleading, visibleJson } from '@rpcloom/schema/internal'
export { compareText } from '../json/compare-text.ts'
export { exactNumberOf, isArray, isObject, own } from '../json/members.ts'
export { capitalized } from '../json/capitalized.ts'
export { gather } from '../json/gather.ts'
export { didYouMean } from '../json/suggest.ts'
export { jsonText } from '../json/text.ts'
export { derivedText, keyOf } from './derived-text.ts'
export { GuideError, type GuideFault } from './guide-fault.ts'
export { hashOf } from '../json/hash.ts'
export * from './quote.ts'
export * from './structure.ts'
export * from './jsdoc.ts'
export { cachedByApi } from './cached-by-api.ts'
export { formatsDependencies, formatsModule, formatTypeExports } from './formats-module.ts'
export {
  customTypeText,
  openScope,
  relativeImport,
  typesPath,
  type Form,
  type Scope,
} from './scope.ts'
export { typeNode, typeText, unionOf, type TypeContext } from './model-type.ts'
export * from './type-node.ts'
export { labelText, typeLabels, type ScalarType } from './type-label.ts'
export { commentOf, printType, signatureText } from './print-type.ts'
export { displayWidth, typeDeclarations, typeModules } from './types-module.ts'
export { needsLossless, needsStringify, needsCodec } from './needs-codec.ts'
export {
  type Expression,
  type ExpressionCode,
  listOf,
  literalOf,
  objectMember,
  identifierOf,
  objectOf,
  type ObjectMember,
  printExpression,
  pureCall,
  stringOf,
} from './expression.ts'
export { shapeWriter, type Direction, type ShapeWriter } from './shape.ts'
export {
  codeSpan,
  Markup,
  markdownLabel,
  markdownText,
  renderTemplate,
  type TemplateOptions,
  type TemplateOutput,
  type View,
  type ViewObject,
} from './template.ts'
export {
  builtFirst,
  jsonFile,
  licenseFiles,
  licenseOf,
  packageJson,
  readmeFile,
  tsconfigJson,
  type PackageParts,
} from './package-files.ts'
export { documentHash, documentsMember, documentVersionsModule } from './document-versions.ts'
export { displayType, printDeclaration } from './print-declaration.ts'
export { banner } from './banner.ts'
export { documentsText, importLines, printSource } from './source-file.ts'
export {
  accessPath,
  groupPath,
  ownerOf,
  callArguments,
  callForm,
  exampleArguments,
  exampleCall,
  isPaged,
  isPositional,
  pageItemType,
  allParams,
  paramsObject,
  sentParams,
  orAbsent,
  paramsText,
  paramsType,
  presentType,
  resultText,
  resultType,
} from './signature.ts'
export { allowedValues } from './path-values.ts'
export { commandName, typesPackage } from './package-names.ts'
export { binFile, lineOf, programFiles, type ProgramPackage } from './program-package.ts'
export { shownFile } from './shown-file.ts'
export { withPublicServers } from './public-servers.ts'
export {
  sampleAddress,
  samplePeerAddress,
  samplePort,
  sampleSocketAddress,
  type SampleTransport,
  sampleTransport,
} from './sample-address.ts'
export {
  isCalledByHttp,
  sampleOrigin,
  sampleRequest,
  sampleSocketOrigin,
  sampleSocketUrl,
  sampleUrl,
} from './sample-call.ts'
export { sampleMethods, type SampleMethod } from './sample-methods.ts'
export { namespaceProperties, partialHandlers } from './namespaces.ts'
export * from './handlers.ts'
export { caseSignatures } from './case-signatures.ts'
export { methodDoc, methodPlaces, standaloneDoc, stubDoc } from './method-doc.ts'
export { exportedTypes, typeExports, typesReached } from './type-exports.ts'
export { llmsFile, type LlmsParts, type Snippet } from './llms.ts'
export * from './scaffold.ts'
export { projectSettings, sourceText, unfilledLines } from './scaffold-project.ts'
export { methodStub, stubClasses, type TypeUses, typesOfHandler } from './stub-classes.ts'
