import { ts } from 'ts-morph'
import { interfaceKey } from '../codegen/scaffold.ts'
import type { Source } from './sources.ts'

/** A class of the project, and the handler interfaces that it implements. */
export interface ClassPart {
  readonly source: Source
  readonly node: ts.ClassLikeDeclaration
  readonly implemented: readonly Implemented[]
}

export interface Implemented {
  /** Key of the interface, from `interfaceKey`. */
  readonly key: string
  /**
   * Whether the class implements every member of the interface: `implements PetsHandlers` rather than
   * `implements Partial<PetsHandlers>`.
   */
  readonly whole: boolean
  readonly element: ts.ExpressionWithTypeArguments
  readonly name: ts.Node
}

/**
 * Finds classes that implement interfaces with the given keys. The interfaces must be imported from one of the
 * given packages, or through a barrel file.
 */
export function findClasses(
  sources: readonly Source[],
  keys: ReadonlySet<string>,
  packages: readonly string[],
): readonly ClassPart[] {
  return sources.flatMap((source) => {
    const found: ClassPart[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isClassLike(node)) {
        found.push({ source, node, implemented: implementedBy(node, source, { keys, packages }) })
      }
      ts.forEachChild(node, visit)
    }
    visit(source.tree)
    return found
  })
}

interface Known {
  readonly keys: ReadonlySet<string>
  readonly packages: readonly string[]
}

function implementedBy(
  node: ts.ClassLikeDeclaration,
  source: Source,
  known: Known,
): readonly Implemented[] {
  const clauses = node.heritageClauses ?? []
  const elements = clauses
    .filter(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => [...types])
  return elements.flatMap((element): readonly Implemented[] => {
    const own = keyOfName(element.expression, source, known)
    if (own !== undefined) return [{ key: own, whole: true, element, name: element.expression }]
    // Look for the interface in type arguments such as `Partial<PetsHandlers>` and `Pick<PetsHandlers,
    // 'getPet'>`.
    return (element.typeArguments ?? []).flatMap((argument) => {
      const name = ts.isTypeReferenceNode(argument) ? argument.typeName : undefined
      const key = name && keyOfName(name, source, known)
      return name === undefined || key === undefined ? [] : [{ key, whole: false, element, name }]
    })
  })
}

/**
 * Returns the key of an interface by its import. If the interface is imported through a barrel file, only its
 * name is compared.
 */
function keyOfName(
  name: ts.Node,
  { imports }: Source,
  { keys, packages }: Known,
): string | undefined {
  const parts = name.getText().split('.')
  const [first = '', second] = parts
  const imported = imports.get(first)
  if (imported === undefined || parts.length > 2) return undefined
  const interfaceName = imported.name === '*' ? second : second === undefined && imported.name
  if (interfaceName === undefined || interfaceName === false) return undefined
  const home = packages.find((name) => imported.module.startsWith(`${name}/`))
  if (home !== undefined) {
    const key = interfaceKey({ module: imported.module, interfaceName })
    return keys.has(key) ? key : undefined
  }
  const alike = [...keys].filter((key) => key.endsWith(`#${interfaceName}`))
  return alike.length === 1 ? alike[0] : undefined
}

/** Returns a class and its base classes in the project, nearest first. */
export function chainOf(part: ClassPart, all: readonly ClassPart[]): readonly ClassPart[] {
  const chain = [part]
  for (let at: ClassPart | undefined = part; at !== undefined;) {
    const base: ClassPart | undefined = baseOf(at, all)
    if (base === undefined || chain.includes(base)) break
    chain.push(base)
    at = base
  }
  return chain
}

function baseOf({ node, source }: ClassPart, all: readonly ClassPart[]): ClassPart | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
  const expression = clause?.types[0]?.expression
  if (expression === undefined || !ts.isIdentifier(expression)) return undefined
  const imported = source.imports.get(expression.text)
  const name = imported?.name === 'default' ? expression.text : (imported?.name ?? expression.text)
  const named = all.filter((other) => other.node.name?.text === name)
  const here = named.find((other) => other.source === source)
  return imported === undefined ? here : named.length === 1 ? named[0] : undefined
}

/** Declarations of a class member. An overloaded method has several. */
export interface Member {
  readonly part: ClassPart
  readonly name: string
  readonly nodes: readonly ts.ClassElement[]
}

/** Returns the instance members of a class by name, in the order of the file. */
export function membersOf(part: ClassPart): ReadonlyMap<string, Member> {
  const members = new Map<string, { part: ClassPart; name: string; nodes: ts.ClassElement[] }>()
  for (const node of part.node.members) {
    const name = memberNameOf(node)
    if (name === undefined || isStatic(node)) continue
    const known = members.get(name)
    if (known === undefined) members.set(name, { part, name, nodes: [node] })
    else known.nodes.push(node)
  }
  return members
}

export function parameterProperties({ node }: ClassPart): ReadonlySet<string> {
  const constructors = node.members.filter((member) => ts.isConstructorDeclaration(member))
  const parameters = constructors.flatMap((member) => [...member.parameters])
  return new Set(
    parameters.flatMap((parameter) =>
      ts.isParameterPropertyDeclaration(parameter, parameter.parent) &&
      ts.isIdentifier(parameter.name)
        ? [parameter.name.text]
        : [],
    ),
  )
}

function memberNameOf({ name }: ts.ClassElement): string | undefined {
  if (name === undefined || ts.isPrivateIdentifier(name)) return undefined
  if (!ts.isComputedPropertyName(name)) return name.text
  return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined
}

function isStatic(node: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)
  )
}

/** Removes parentheses, type assertions and `satisfies` around an expression. */
export function bare(node: ts.Expression): ts.Expression {
  let at = node
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at)
  ) {
    at = at.expression
  }
  return at
}
