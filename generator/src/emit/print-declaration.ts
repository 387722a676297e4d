import type {
  FunctionDeclarationStructure,
  InterfaceDeclarationStructure,
  JSDocStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  StatementStructures,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
  WriterFunction,
} from 'ts-morph'
import { structureKinds } from './structure.ts'

/**
 * The declarations that make up nearly all of every output, printed here: loading ts-morph costs more
 * than printing a thousand methods. The text is that of ts-morph, byte by byte; `undefined` for
 * anything but what the functions of `structure.ts` make.
 */
export function printDeclaration(structure: StatementStructures): string | undefined {
  switch (structure.kind) {
    case structureKinds.interface:
      return interfaceText(structure)
    case structureKinds.alias:
      return aliasText(structure)
    case structureKinds.variables:
      return variablesText(structure)
    case structureKinds.function:
      return functionText(structure)
    default:
      return undefined
  }
}

type Docs = readonly (OptionalKind<JSDocStructure> | string | WriterFunction)[] | undefined
type Parameters = readonly OptionalKind<ParameterDeclarationStructure>[] | undefined

function interfaceText(structure: InterfaceDeclarationStructure): string {
  const {
    name,
    callSignatures = [],
    indexSignatures = [],
    properties = [],
    methods = [],
  } = structure
  const bases = Array.isArray(structure.extends) ? structure.extends.map(textOf).join(', ') : ''
  const members = [
    ...callSignatures.map(
      (call) => `${docsText(call.docs)}(${list(call.parameters)}): ${textOf(call.returnType)};`,
    ),
    ...indexSignatures.map(
      (index) => `[${index.keyName}: ${textOf(index.keyType)}]: ${textOf(index.returnType)};`,
    ),
    ...properties.map((property) => {
      const modifier = property.isReadonly ? 'readonly ' : ''
      const optional = property.hasQuestionToken ? '?' : ''
      return `${docsText(property.docs)}${modifier}${property.name}${optional}: ${textOf(property.type)};`
    }),
    ...methods.map(
      (method) =>
        `${docsText(method.docs)}${method.name}(${list(method.parameters)}): ${textOf(method.returnType)};`,
    ),
  ]
  const head = `${start(structure)}interface ${name}${bases === '' ? '' : ` extends ${bases}`} {`
  return [head, ...members.map(indented), '}'].join('\n')
}

function aliasText(structure: TypeAliasDeclarationStructure): string {
  return `${start(structure)}type ${structure.name} = ${textOf(structure.type)};`
}

function variablesText(structure: VariableStatementStructure): string {
  const declarations = structure.declarations.map(({ name, type, initializer }) => {
    const annotation = type === undefined ? '' : `: ${hanging(textOf(type))}`
    // ts-morph lets the lines of a type and of an initializer hang; the formatter pulls them back.
    return `${name}${annotation} = ${hanging(textOf(initializer))}`
  })
  return `${start(structure)}${structure.declarationKind ?? 'let'} ${declarations.join(', ')};`
}

function functionText(structure: FunctionDeclarationStructure): string {
  const statements = Array.isArray(structure.statements) ? structure.statements : []
  const head = `${start(structure)}function ${structure.name ?? ''}(${list(structure.parameters)})`
  const body = statements.map((statement) =>
    indented(typeof statement === 'string' ? statement : ''),
  )
  return [`${head}: ${textOf(structure.returnType)} {`, ...body, '}'].join('\n')
}

function start({ docs, isExported }: { docs?: Docs; isExported?: boolean }): string {
  return `${docsText(docs)}${isExported ? 'export ' : ''}`
}

function docsText(docs: Docs): string {
  return (docs ?? []).map((doc) => docText(typeof doc === 'string' ? doc : '')).join('')
}

function docText(doc: string): string {
  if (!doc.includes('\n')) return `/** ${doc} */\n`
  const lines = doc.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`))
  return ['/**', ...lines, ' */', ''].join('\n')
}

function list(parameters: Parameters): string {
  return (parameters ?? [])
    .map(
      ({ name, type, hasQuestionToken }) =>
        `${name}${hasQuestionToken ? '?' : ''}: ${textOf(type)}`,
    )
    .join(', ')
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function hanging(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ')
}

/** Every text of our structures is finished; a writer function would be somebody else's. */
function textOf(text: unknown): string {
  return typeof text === 'string' ? text : ''
}
