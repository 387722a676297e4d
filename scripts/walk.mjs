// node scripts/walk.mjs FILE FUNCTION: counts what a reader visits who follows a function through the
// sources of its folder, call by call: functions, files, and returns to a caller that goes on after a call.
// A method of a class is named CLASS.METHOD.
import { dirname, join, relative, resolve } from 'node:path'
import { Node, Project, SyntaxKind } from 'ts-morph'
import { root } from './workspace.mjs'

const [file, name] = process.argv.slice(2)
if (file === undefined || name === undefined) {
  console.error('Usage: node scripts/walk.mjs FILE FUNCTION')
  process.exit(2)
}
const path = resolve(file)
const sources = folderOfSources(path)
const project = new Project({ tsConfigFilePath: join(dirname(sources), 'tsconfig.json') })
const start = startOf(project.getSourceFileOrThrow(path), name)
const visited = new Map()
let returns = 0
visit(start)
const files = new Set([...visited.keys()].map((one) => one.getSourceFile().getFilePath()))
console.log(`${visited.size} functions in ${files.size} files, ${returns} returns to a caller`)
if (process.argv.includes('--list'))
  for (const [one, depth] of visited) console.log(`${'  '.repeat(depth)}${labelOf(one)}`)

/** Visits a function, and in order of their first mention the functions of the sources that it mentions. */
function visit(one, depth = 0) {
  visited.set(one, depth)
  const mentioned = mentionsIn(one).filter((other) => !visited.has(other))
  for (const [index, other] of mentioned.entries()) {
    if (visited.has(other)) continue
    visit(other, depth + 1)
    if (index < mentioned.length - 1) returns++
  }
}

function mentionsIn(one) {
  const found = new Set()
  for (const identifier of one.getDescendantsOfKind(SyntaxKind.Identifier)) {
    for (const declaration of definitionsOf(identifier)) {
      if (declaration !== one && !one.containsRange(declaration.getPos(), declaration.getEnd()))
        found.add(declaration)
      else if (declaration.getSourceFile() !== one.getSourceFile()) found.add(declaration)
    }
  }
  return [...found]
}

/** Returns the functions of the sources to which an identifier refers. */
function definitionsOf(identifier) {
  const parent = identifier.getParent()
  if (Node.isImportSpecifier(parent) || Node.isTypeReference(parent)) return []
  const symbol = identifier.getSymbol()
  const target = symbol?.getAliasedSymbol() ?? symbol
  return (target?.getDeclarations() ?? []).flatMap((declaration) => {
    const own = functionOf(declaration)
    const isOwn = own?.getSourceFile().getFilePath().startsWith(`${sources}/`)
    return isOwn === true ? [own] : []
  })
}

/** Returns a declaration if it has the body of a function: that of a function, a method or a constant. */
function functionOf(declaration) {
  if (Node.isFunctionDeclaration(declaration) || Node.isMethodDeclaration(declaration))
    return declaration.getBody() === undefined ? undefined : declaration
  if (!Node.isVariableDeclaration(declaration)) return undefined
  const value = declaration.getInitializer()
  const isTop = declaration.getVariableStatement()?.getParent() === declaration.getSourceFile()
  return isTop && (Node.isArrowFunction(value) || Node.isFunctionExpression(value))
    ? declaration
    : undefined
}

function startOf(source, wanted) {
  const [first, method] = wanted.split('.')
  if (method !== undefined) return source.getClassOrThrow(first).getInstanceMethodOrThrow(method)
  return source.getFunction(first) ?? source.getVariableDeclarationOrThrow(first)
}

function folderOfSources(of) {
  const index = of.lastIndexOf('/src/')
  if (index === -1) throw new Error(`${of} is in no folder src`)
  return of.slice(0, index + '/src'.length)
}

function labelOf(one) {
  return `${one.getName()} (${relative(root, one.getSourceFile().getFilePath())})`
}
