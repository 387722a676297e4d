import { ts } from 'ts-morph'
import type { StubClass } from '../codegen/scaffold.ts'
import { positionOf } from './nodes.ts'
import type { Position } from './outcome.ts'
import type { Source } from './sources.ts'

export interface ObjectHandlers {
  readonly path: string
  readonly at: Position
}

/** Finds the first variable whose type annotation or `satisfies` refers to an interface. */
export function objectHandlers(
  { interfaceName }: Pick<StubClass, 'interfaceName'>,
  sources: readonly Source[],
): ObjectHandlers | undefined {
  for (const source of sources) {
    const { path, tree, imports } = source
    const found = within(tree, (name) => imports.get(name)?.name === interfaceName)
    if (found === undefined) continue
    return { path, at: positionOf(found) }
  }
  return undefined
}

function within(node: ts.Node, isMeant: (name: string) => boolean): ts.Node | undefined {
  const names =
    ts.isVariableDeclaration(node) && typeNodes(node).some((type) => named(type, isMeant))
  return names ? node : ts.forEachChild(node, (child) => within(child, isMeant))
}

function typeNodes({ type, initializer }: ts.VariableDeclaration): readonly ts.TypeNode[] {
  const satisfied =
    initializer && ts.isSatisfiesExpression(initializer) ? initializer.type : undefined
  return [type, satisfied].filter((one) => one !== undefined)
}

/** Whether a type is the interface or has it as a type argument, such as `Partial<PetsHandlers>`. */
function named(type: ts.TypeNode, isMeant: (name: string) => boolean): boolean {
  if (!ts.isTypeReferenceNode(type)) return false
  if (ts.isIdentifier(type.typeName) && isMeant(type.typeName.text)) return true
  return (type.typeArguments ?? []).some((argument) => named(argument, isMeant))
}
