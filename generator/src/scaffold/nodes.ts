import { ts } from 'ts-morph'
import type { Position } from './outcome.ts'

export function positionOf(node: ts.Node): Position {
  const { line, character } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart())
  return { line: line + 1, column: character + 1 }
}

/** Returns the identifiers in a node. Skips nodes for which `isSkipped` returns true. */
export function identifiersIn(
  node: ts.Node,
  isSkipped: (node: ts.Node) => boolean = () => false,
): readonly string[] {
  const found: string[] = []
  const visit = (child: ts.Node): void => {
    if (isSkipped(child)) return
    if (ts.isIdentifier(child)) found.push(child.text)
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found
}
