import { type Doc, group, hardline, ifBreak, indent, join, line, softline } from './doc.ts'
import { layoutOf, printAssignment } from './print-assignment.ts'
import { beginningOf } from './place.ts'
import { leadDoc } from './print-comments.ts'
import { ExpressionPrinter } from './print-expression.ts'
import {
  printMembers,
  printType,
  printTypeArguments,
  printTypeParameters,
  returnsDoc,
  signatureParts,
} from './print-type.ts'
import type {
  Block,
  Expression,
  ForStatement,
  FunctionStatement,
  IfStatement,
  Specifier,
  Statement,
  Variable,
} from './syntax.ts'
import { leave } from './tokens.ts'

type Interface = Extract<Statement, { node: 'interface' }>

const expressions = new ExpressionPrinter(printBlock)

/** Prints statements, one per line, and keeps empty lines between them. */
export function printStatements(statements: readonly Statement[]): Doc {
  return statements.map((statement, index) => [
    index === 0 ? '' : hardline,
    index > 0 && statement.isApart ? hardline : '',
    leadDoc(statement),
    printStatement(statement),
  ])
}

export function printBlock({ statements }: Block): Doc {
  if (statements.length === 0) return '{}'
  return ['{', indent([hardline, printStatements(statements)]), hardline, '}']
}

function printStatement(statement: Statement): Doc {
  switch (statement.node) {
    case 'module':
      return printModule(statement)
    case 'interface': {
      const { isExported, members } = statement
      const head = `${isExported ? 'export ' : ''}interface `
      return [head, interfaceHead(statement), ' ', printMembers(members)]
    }
    case 'alias':
      return printAlias(statement)
    case 'variable':
      return [statement.isExported ? 'export ' : '', printVariable(statement)]
    case 'function':
      return printFunction(statement)
    case 'if':
      return printIf(statement)
    case 'return':
    case 'throw':
      return [statement.node, statement.value === undefined ? '' : [' ', returned(statement.value)]]
    case 'expression':
      // Without a semicolon, a parser could read these expressions as a continuation of the previous line.
      if (/^(?:object|array|arrow|string|unary)$/.test(beginningOf(statement.value).node))
        leave('statement')
      return expressions.print(statement.value, { parent: 'statement' })
    case 'jump':
      return statement.keyword
    case 'for':
      return printFor(statement)
    case 'for-of': {
      const { keyword, name, list, body } = statement
      const head = [
        'for (',
        keyword,
        ' ',
        name,
        ' of ',
        expressions.print(list, { parent: 'header' }),
      ]
      return group([...head, ')', printBody(body)])
    }
    case 'block':
      return printBlock(statement)
    case 'nothing':
      return ''
    default:
      return statement satisfies never
  }
}

function interfaceHead({ name, typeParameters, bases }: Interface): Doc {
  const head = [name, printTypeParameters(typeParameters)]
  const [first, ...others] = bases.map((base) => [base.name, printTypeArguments(base.args)])
  if (first === undefined) return head
  if (others.length > 0) {
    const list = group(indent([line, join([',', line], [first, ...others])]))
    return group([head, indent([line, 'extends', list])])
  }
  const isQualified = bases.every((base) => base.args === undefined && base.name.includes('.'))
  return isQualified
    ? group([head, indent([line, group(['extends ', first])])])
    : [head, ' extends ', first]
}

function printAlias(statement: Extract<Statement, { node: 'alias' }>): Doc {
  const { isExported, name, typeParameters, type } = statement
  if (typeParameters.length > 1 && typeParameters.some((each) => each.constraint ?? each.fallback))
    leave('type parameters')
  const left = [`${isExported ? 'export ' : ''}type ${name}`, printTypeParameters(typeParameters)]
  const isHugged =
    type.node === 'union' &&
    type.types.some(({ node }) => node === 'object-type' || node === 'reference') &&
    type.types.filter((each) => each.node !== 'keyword' || !/^(?:null|void)$/.test(each.text))
      .length === 1
  if (type.node !== 'union' || isHugged)
    return printAssignment(left, ' =', { layout: 'fluid', doc: printType(type, 'annotation') })
  return printAssignment(left, ' =', { layout: 'below', doc: printType(type, 'bare') })
}

function printVariable({ keyword, name, type, value }: Variable): Doc {
  const isOpen = value?.node === 'arrow' && type?.node === 'reference'
  const typed =
    type === undefined
      ? ''
      : [
          ': ',
          isOpen
            ? [type.name, printTypeArguments(type.args, isHuggable(type.args))]
            : printType(type, 'annotation'),
        ]
  const left: Doc = [name, typed]
  if (value === undefined) return group([keyword, ' ', group(left)])
  const parts = { doc: left, isVariable: true, ...(type !== undefined && { type }) }
  const layout = layoutOf(parts, value)
  const doc = expressions.print(value, { parent: 'variable' })
  return group([keyword, ' ', printAssignment(left, ' =', { layout, doc })])
}

/**
 * Whether a line may break after `<` in the type of a variable whose value is an arrow function. With a single
 * object type as argument, the line breaks inside the braces of the object type instead.
 */
function isHuggable(args: Extract<Variable['type'], { node: 'reference' }>['args']): boolean {
  return !(args?.length === 1 && args[0]?.node === 'object-type')
}

function printFunction(statement: FunctionStatement): Doc {
  const { isExported, isAsync, name, body } = statement
  const head = `${isExported ? 'export ' : ''}${isAsync ? 'async ' : ''}function ${name}`
  const { typeParameters, ...signature } = statement
  const parts = signatureParts({ ...signature, typeParameters: [] }, returnsDoc(statement))
  return [head, printTypeParameters(typeParameters), group(parts), ' ', printBlock(body)]
}

function printIf({ test, then, otherwise }: IfStatement): Doc {
  const printed = expressions.print(test, { parent: 'condition' })
  const isNegated = isNegation(test)
  const condition = isNegated ? printed : group([indent([softline, printed]), softline])
  const first = group(['if (', condition, ')', printBody(then)])
  if (otherwise === undefined) return first
  const gap = then.node === 'block' ? ' ' : hardline
  const isChain = otherwise.node === 'if'
  return [
    first,
    gap,
    'else',
    group(isChain ? [' ', printStatement(otherwise)] : printBody(otherwise)),
  ]
}

/** Whether a test has the form `!(a && b)`, which breaks inside the parentheses. */
function isNegation(test: Expression): boolean {
  if (test.node !== 'unary' || test.operator !== '!') return false
  const { operand } = test
  const inner = operand.node === 'unary' && operand.operator === '!' ? operand.operand : operand
  return inner.node === 'binary' && /^(?:&&|\|\||\?\?)$/.test(inner.operator)
}

function printBody(body: Statement): Doc {
  return body.node === 'block' ? [' ', printBlock(body)] : indent([line, printStatement(body)])
}

function returned(value: Expression): Doc {
  const printed = expressions.print(value, { parent: 'return' })
  if (value.node !== 'binary') return printed
  return group([ifBreak('('), indent([softline, printed]), softline, ifBreak(')')])
}

function printFor({ first, test, next, body }: ForStatement): Doc {
  const header = [
    printVariable(first),
    ';',
    line,
    expressions.print(test, { parent: 'header' }),
    ';',
    line,
    expressions.print(next, { parent: 'header' }),
  ]
  return group(['for (', group([indent([softline, ...header]), softline]), ')', printBody(body)])
}

function printModule(statement: Extract<Statement, { node: 'module' }>): Doc {
  const { keyword, isType, names, from } = statement
  const head = `${keyword}${isType ? ' type' : ''}`
  const source = from === undefined ? '' : [names === undefined ? ' ' : ' from ', from]
  if (names === undefined) return [head, source]
  if (typeof names === 'string') return [head, ' ', names, source]
  return [head, ' ', printSpecifiers(names), source]
}

function printSpecifiers(names: readonly Specifier[]): Doc {
  if (names.length === 0) return '{}'
  const printed = names.map(({ name, as, isType }) => {
    const other = as === undefined || as === name ? '' : ` as ${as}`
    return `${isType ? 'type ' : ''}${name}${other}`
  })
  if (printed.length === 1) return ['{ ', ...printed, ' }']
  return group(['{', indent([line, join([',', line], printed)]), ifBreak(','), line, '}'])
}
