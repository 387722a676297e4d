import type {
  Argument,
  ConstantParts,
  Declaration,
  DeclarationNode,
  FunctionParts,
  InterfaceParts,
  MethodMember,
} from './structure.ts'

/**
 * Returns the source text of a declaration. The text is identical to that of ts-morph, which is slow to load.
 */
export function printDeclaration(node: DeclarationNode): string {
  switch (node.node) {
    case 'interface':
      return interfaceText(node)
    case 'alias':
      return `${start(node)}type ${node.name}${typeParametersText(node)} = ${node.type};`
    case 'constant':
      return constantText(node)
    case 'function':
      return functionText(node)
    default:
      return node satisfies never
  }
}

function interfaceText(node: InterfaceParts): string {
  const { calls = [], index, properties = [], methods = [] } = node
  const bases =
    node.extends === undefined || node.extends.length === 0
      ? ''
      : ` extends ${node.extends.join(', ')}`
  const members = [
    ...calls.map((call) => `${commentOf(call.doc)}${signatureText(call)};`),
    ...(index === undefined ? [] : [`[name: string]: ${index};`]),
    ...properties.map(({ doc, readonly, name, optional, type }) => {
      const modifier = readonly ? 'readonly ' : ''
      return `${commentOf(doc)}${modifier}${name}${optional ? '?' : ''}: ${type};`
    }),
    ...methods.map((method) => {
      const name = `${method.name}${method.optional ? '?' : ''}`
      return `${commentOf(method.doc)}${name}${signatureText(method)};`
    }),
  ]
  const head = `${start(node)}interface ${node.name}${typeParametersText(node)}${bases} {`
  return [head, ...members.map(indented), '}'].join('\n')
}

/** Prints a constant. Continuation lines are indented as ts-morph does, which the formatter corrects. */
function constantText(node: ConstantParts): string {
  const annotation = node.type === undefined ? '' : `: ${hanging(node.type)}`
  return `${start(node)}const ${node.name}${annotation} = ${hanging(node.value)};`
}

function functionText(node: FunctionParts): string {
  const modifier = node.async ? 'async ' : ''
  const head = `${start(node)}${modifier}function ${node.name}${signatureText(node)} {`
  return [head, ...node.body.map(indented), '}'].join('\n')
}

function signatureText(parts: Omit<MethodMember, 'name'>): string {
  return `${typeParametersText(parts)}(${parts.arguments.map(argumentText).join(', ')}): ${parts.returns}`
}

function argumentText({ name, type, optional, rest }: Argument): string {
  return `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${type}`
}

function typeParametersText({
  typeParameters = [],
}: {
  readonly typeParameters?: readonly string[]
}): string {
  return typeParameters.length === 0 ? '' : `<${typeParameters.join(', ')}>`
}

function start({ doc, exported = true }: Declaration): string {
  return `${commentOf(doc)}${exported ? 'export ' : ''}`
}

/** Returns the doc comment with a text; empty for none. */
export function commentOf(doc: string | undefined): string {
  if (doc === undefined || doc === '') return ''
  if (!doc.includes('\n')) return `/** ${doc} */\n`
  const lines = doc.split('\n').map((line) => (line === '' ? ' *' : ` * ${line}`))
  return ['/**', ...lines, ' */', ''].join('\n')
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function hanging(text: string): string {
  return text.replace(/\n(?=[^\n])/g, '\n  ')
}
