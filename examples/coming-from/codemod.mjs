// Replaces calls by method names with calls of a generated client:
// `rpcloom names --json > names.json`, then `node codemod.mjs names.json client FILES`. `client` is the variable that has
// the generated client. The docs page "Coming from other clients" says which calls are replaced.
import { readFileSync } from 'node:fs'
import { Node, Project, SyntaxKind } from 'ts-morph'

const [names, client, ...files] = process.argv.slice(2)
if (names === undefined || client === undefined || files.length === 0) {
  console.error('Usage: node codemod.mjs names.json CLIENT FILES')
  process.exit(2)
}
const methods = methodsIn(JSON.parse(readFileSync(names, 'utf8')))
const project = new Project({ skipLoadingLibFiles: true })
let replaced = 0
for (const file of project.addSourceFilesAtPaths(files)) {
  // Inner calls come first, so that the text of outer calls has the changes.
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression).reverse()
  for (const call of calls) {
    const found = callIn(call)
    if (found === undefined) continue
    const { text, reason } = replacementOf(found)
    if (text === undefined)
      console.error(`${file.getFilePath()}:${call.getStartLineNumber()}: ${reason}`)
    else {
      call.replaceWithText(text)
      replaced++
    }
  }
  file.saveSync()
}
console.log(`${replaced} calls replaced.`)

/** Returns the members of the client and the params by method name. Clients of one document have no group. */
function methodsIn(all) {
  const groups = all.filter(({ kind }) => kind === 'group')
  const found = all.flatMap(({ kind, scope, name, origin, params, paramStructure }) => {
    const [, method] = /^method name `(.*)`$/.exec(origin) ?? []
    if (kind !== 'method' || method === undefined) return []
    if (params === undefined) throw new Error(`${names} has no params: update rpcloom`)
    const path = groups.length === 1 ? name : `${scope}.${name}`
    return [[method, { path, params, paramStructure }]]
  })
  return new Map(found)
}

/**
 * Returns the method name, the params and the other arguments of a call; undefined for calls of other functions. The method
 * is a node unless it is known.
 */
function callIn(call) {
  const callee = call.getExpression()
  const [first, ...others] = call.getArguments()
  const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText()
  // request({ method, params }), as in viem and @open-rpc/client-js.
  if (name === 'request' && Node.isObjectLiteralExpression(first)) {
    const method = valueOf(first, 'method')
    const members = first
      .getProperties()
      .filter((one) => !['method', 'params'].includes(nameOf(one)))
    return method && { method, params: valueOf(first, 'params'), others: [...members, ...others] }
  }
  // rpc('method', params), as in many functions around fetch.
  if (/^(?:rpc|call|send)$/.test(name) && mayBeName(first)) {
    const [params, ...further] = others
    return { method: first, params, others: further }
  }
  // client.method_name(...params), as in clients of @open-rpc/generator.
  const isOwn =
    Node.isPropertyAccessExpression(callee) && callee.getExpression().getText() === client
  if (isOwn && methods.has(name) && methods.get(name).path !== name)
    return { method: name, params: call.getArguments(), others: [] }
  return undefined
}

/** Whether an argument may be the name of a method: a string, or an expression other than a literal or `this`. */
function mayBeName(node) {
  return (
    Node.isStringLiteral(node) ||
    Node.isNoSubstitutionTemplateLiteral(node) ||
    Node.isTemplateExpression(node) ||
    Node.isIdentifier(node) ||
    Node.isPropertyAccessExpression(node) ||
    Node.isElementAccessExpression(node)
  )
}

function replacementOf({ method, params, others }) {
  const isKnown =
    typeof method === 'string' ||
    Node.isStringLiteral(method) ||
    Node.isNoSubstitutionTemplateLiteral(method)
  if (!isKnown)
    return {
      reason: `replace the call of ${method.getText()} by hand: its name is not written here`,
    }
  const name = typeof method === 'string' ? method : method.getLiteralValue()
  const known = methods.get(name)
  if (known === undefined) return { reason: `no document has the method ${name}` }
  if (others.length > 0) {
    const texts = others.map((node) => node.getText()).join(', ')
    return { reason: `replace the call of ${name} by hand: it also has ${texts}` }
  }
  const args = argumentsOf(params, known)
  return args === undefined
    ? { reason: `convert the params of ${name} by hand` }
    : { text: `${client}.${known.path}(${args})` }
}

function nameOf(property) {
  return Node.hasName(property) ? property.getName() : undefined
}

function valueOf(object, name) {
  const property = object.getProperty(name)
  if (Node.isShorthandPropertyAssignment(property)) return property.getNameNode()
  return Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
}

/** Returns the text of the arguments; undefined if the params are not written at the call, or others are expected. */
function argumentsOf(given, { params, paramStructure }) {
  if (given === undefined) return ''
  const isPositional = paramStructure === 'by-position' || paramStructure === 'either'
  if (!Array.isArray(given) && Node.isObjectLiteralExpression(given))
    return isPositional ? positional(given, params) : given.getText()
  const isList = !Array.isArray(given) && Node.isArrayLiteralExpression(given)
  const nodes = isList ? given.getElements() : given
  if (
    !Array.isArray(nodes) ||
    nodes.length > params.length ||
    nodes.some((node) => Node.isSpreadElement(node))
  )
    return undefined
  const texts = nodes.map((node) => node.getText())
  if (isPositional || texts.length === 0) return texts.join(', ')
  if (paramStructure === 'whole') return undefined
  return `{ ${texts.map((text, index) => `${keyOf(params[index])}: ${text}`).join(', ')} }`
}

/** Returns the members of an object in the order of the params; undefined if it may have others. */
function positional(object, params) {
  const given = object.getProperties().map(nameOf)
  const values = params.map((name) => valueOf(object, name))
  if (given.length !== values.filter((value) => value !== undefined).length) return undefined
  const last = values.findLastIndex((value) => value !== undefined)
  return values
    .slice(0, last + 1)
    .map((value) => value?.getText() ?? 'undefined')
    .join(', ')
}

function keyOf(name) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
