import { printExpression } from './expression.ts'
import {
  after,
  commentOf,
  type Lines,
  memberTexts,
  printType,
  signatureText,
  typeParametersText,
} from './print-type.ts'
import type {
  AliasParts,
  ConstantParts,
  Declaration,
  DeclarationNode,
  FunctionParts,
  InterfaceParts,
  TypeDeclaration,
} from './structure.ts'

/**
 * Returns the source text of a declaration. The text is identical to that of ts-morph, which is slow to load.
 */
export function printDeclaration(node: DeclarationNode): string {
  switch (node.node) {
    case 'interface':
      return interfaceText(node)
    case 'alias':
      return `${aliasText(node)};`
    case 'constant':
      return constantText(node)
    case 'function':
      return functionText(node)
    default:
      return node satisfies never
  }
}

/** Prints the declaration of a type for display: without semicolons, in lines of limited width. */
export function displayType(node: TypeDeclaration, width: number): string {
  const lines = { width, indent: 0, column: 0 }
  return node.node === 'interface' ? interfaceText(node, lines) : aliasText(node, lines)
}

function interfaceText(node: InterfaceParts, lines?: Lines): string {
  const bases = (node.extends ?? []).map((base) => printType(base)).join(', ')
  const members = memberTexts(
    { ...node, indexFirst: true },
    lines && { ...lines, indent: 2, column: 2 },
  )
  const name = `${node.name}${typeParametersText(node.typeParameters)}`
  const head = `${start(node)}interface ${name}${bases === '' ? '' : ` extends ${bases}`} {`
  if (lines !== undefined && members.length === 0) return `${head}}`
  const texts = members.map((member) =>
    lines === undefined ? indented(`${member};`) : `  ${member}`,
  )
  return [head, ...texts, '}'].join('\n')
}

function aliasText(node: AliasParts, lines?: Lines): string {
  const head = `${start(node)}type ${node.name}${typeParametersText(node.typeParameters)} =`
  return after(head, node.type, lines)
}

/** Prints a constant. Continuation lines are indented as ts-morph does, which the formatter corrects. */
function constantText(node: ConstantParts): string {
  const annotation = node.type === undefined ? '' : `: ${hanging(printType(node.type))}`
  return `${start(node)}const ${node.name}${annotation} = ${hanging(printExpression(node.value))};`
}

function functionText(node: FunctionParts): string {
  const modifier = node.async ? 'async ' : ''
  const head = `${start(node)}${modifier}function ${node.name}${signatureText(node)} {`
  return [head, ...node.body.map(indented), '}'].join('\n')
}

function start({ doc, exported = true }: Declaration): string {
  return `${commentOf(doc)}${exported ? 'export ' : ''}`
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function hanging(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ')
}
