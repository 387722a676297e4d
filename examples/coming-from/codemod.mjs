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
const places = placesIn(JSON.parse(readFileSync(names, 'utf8')))
const project = new Project({ skipLoadingLibFiles: true })
let replaced = 0
for (const file of project.addSourceFilesAtPaths(files)) {
  // Inner calls come first, so that the text of outer calls has the changes.
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression).reverse()
  for (const call of calls) {
    const found = callIn(call)
    if (found === undefined) continue
    const args = argumentsOf(found.params)
    const path = places.get(found.method)
    const at = `${file.getFilePath()}:${call.getStartLineNumber()}`
    if (path === undefined) console.error(`${at}: no document has the method ${found.method}`)
    else if (args === undefined)
      console.error(`${at}: convert the params of ${found.method} by hand`)
    else {
      call.replaceWithText(`${client}.${path}(${args})`)
      replaced++
    }
  }
  file.saveSync()
}
console.log(`${replaced} calls replaced.`)

/** Returns the members of the client by method name. Clients of one document have no group. */
function placesIn(all) {
  const groups = all.filter(({ kind }) => kind === 'group')
  const methods = all.flatMap(({ kind, scope, name, origin }) => {
    const [, method] = /^method name `(.*)`$/.exec(origin) ?? []
    if (kind !== 'method' || method === undefined) return []
    return [[method, groups.length === 1 ? name : `${scope}.${name}`]]
  })
  return new Map(methods)
}

/** Returns the method and the params of a call; undefined for calls of other functions. */
function callIn(call) {
  const callee = call.getExpression()
  const [first, second] = call.getArguments()
  const name = Node.isPropertyAccessExpression(callee) ? callee.getName() : callee.getText()
  // request({ method, params }), as in viem and @open-rpc/client-js.
  if (name === 'request' && Node.isObjectLiteralExpression(first)) {
    const method = valueOf(first, 'method')
    return Node.isStringLiteral(method)
      ? { method: method.getLiteralValue(), params: valueOf(first, 'params') }
      : undefined
  }
  // rpc('method', params), as in many functions around fetch.
  if (/^(?:rpc|call|send)$/.test(name) && Node.isStringLiteral(first))
    return { method: first.getLiteralValue(), params: second }
  // client.method_name(...params), as in clients of @open-rpc/generator.
  const isOwn =
    Node.isPropertyAccessExpression(callee) && callee.getExpression().getText() === client
  if (isOwn && places.has(name) && places.get(name) !== name)
    return { method: name, params: call.getArguments() }
  return undefined
}

function valueOf(object, name) {
  const property = object.getProperty(name)
  return Node.isPropertyAssignment(property) ? property.getInitializer() : undefined
}

/** Returns the text of the arguments; undefined if the params are not written at the call. */
function argumentsOf(params) {
  if (params === undefined) return ''
  if (Array.isArray(params)) return textOf(params)
  if (Node.isArrayLiteralExpression(params)) return textOf(params.getElements())
  return Node.isObjectLiteralExpression(params) ? params.getText() : undefined
}

function textOf(nodes) {
  return nodes.map((node) => node.getText()).join(', ')
}
